// The battlesnake reference AI: the first step of a shortest way to the nearest food, else any safe one.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;

class Reference {
    record Cell(int x, int y) {} // x counts from the left, y from the bottom

    // Among equals the first one is taken.
    static final String[] names = {"up", "down", "left", "right"};
    static final int[][] steps = {{0, 1}, {0, -1}, {-1, 0}, {1, 0}};
    static final int never = 10000;

    static List<String> rows; // from the top
    static final Set<Cell> blocked = new HashSet<>();

    // Reads a snake: seat, health, length, then x and y head first.
    static List<Cell> read_body(Scanner numbers) {
        numbers.nextInt();
        numbers.nextInt();
        int length = numbers.nextInt();
        List<Cell> body = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            body.add(new Cell(numbers.nextInt(), numbers.nextInt()));
        }
        return body;
    }

    static List<Cell> neighbours(Cell cell) {
        List<Cell> cells = new ArrayList<>();
        for (int[] step : steps) {
            cells.add(new Cell(cell.x + step[0], cell.y + step[1]));
        }
        return cells;
    }

    static boolean is_open(Cell cell) {
        return cell.x >= 0 && cell.x < rows.get(0).length() && cell.y >= 0 && cell.y < rows.size()
            && !blocked.contains(cell);
    }

    static int distance_to_food(Cell start) {
        Map<Cell, Integer> distances = new HashMap<>(Map.of(start, 0));
        ArrayDeque<Cell> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            Cell here = queue.remove();
            if (rows.get(rows.size() - 1 - here.y).charAt(here.x) == 'F') {
                return distances.get(here);
            }
            for (Cell there : neighbours(here)) {
                if (is_open(there) && distances.putIfAbsent(there, distances.get(here) + 1) == null) {
                    queue.add(there);
                }
            }
        }
        return never;
    }

    public static void main(String[] arguments) throws IOException {
        List<Cell> me = read_body(new Scanner(Path.of("player.dat")));
        Scanner numbers = new Scanner(Path.of("opponent.dat"));
        List<List<Cell>> opponents = new ArrayList<>();
        for (int left = numbers.nextInt(); left > 0; left--) {
            opponents.add(read_body(numbers));
        }
        rows = Files.readAllLines(Path.of("gamefield.dat"));

        // The cells of bodies after this turn. Tails move on, except stacked ones.
        blocked.addAll(me.subList(0, me.size() - 1));
        // The cells to which a longer or equal opponent could move in this turn, too.
        Set<Cell> contested = new HashSet<>();
        for (List<Cell> body : opponents) {
            blocked.addAll(body.subList(0, body.size() - 1));
            if (body.size() >= me.size()) {
                contested.addAll(neighbours(body.get(0)));
            }
        }

        String best = "up";
        int best_value = 1000000;
        for (int i = 0; i < names.length; i++) {
            Cell cell = neighbours(me.get(0)).get(i);
            if (is_open(cell)) {
                int value = distance_to_food(cell) + (contested.contains(cell) ? 100000 : 0);
                if (value < best_value) {
                    best = names[i];
                    best_value = value;
                }
            }
        }
        Files.writeString(Path.of("result.dat"), best + "\n");
    }
}
