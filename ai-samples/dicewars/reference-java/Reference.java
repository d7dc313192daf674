// The reference AI in Java: attacks at random while it can, then ends its turn. Its random numbers
// differ from those of the one in C++, so the two play alike, but not the same games.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

class Reference {
    public static void main(String[] arguments) throws IOException {
        Map<String, String> match = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("match.dat"))) {
            String[] words = line.split(" ", 2);
            match.put(words[0], words.length > 1 ? words[1] : "");
        }
        if (!match.get("phase").equals("move")) {
            return; // nothing to prepare
        }

        List<String[]> areas = new ArrayList<>(); // number, owner, dice, its group, neighbours
        Map<String, String> owners = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("gamefield.dat"))) {
            String[] area = line.trim().split(" ");
            areas.add(area);
            owners.put(area[0], area[1]);
        }

        String seat = match.get("seat");
        List<String> attacks = new ArrayList<>();
        for (String[] area : areas) {
            if (area[1].equals(seat) && Integer.parseInt(area[2]) >= 2) {
                for (int i = 4; i < area.length; i++) {
                    if (!owners.get(area[i]).equals(seat)) {
                        attacks.add("battle " + area[0] + " " + area[i]);
                    }
                }
            }
        }
        Random random = new Random(Long.parseLong(match.get("seed")));
        String answer = attacks.isEmpty() ? "end" : attacks.get(random.nextInt(attacks.size()));
        Files.writeString(Path.of("result.dat"), answer + "\n");
    }
}
