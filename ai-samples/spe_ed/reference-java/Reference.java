// The spe_ed reference AI: any of the actions that it would survive on the board as it is now.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

class Reference {
    static final List<String> directions = List.of("up", "right", "down", "left"); // turning right is one further
    static final int[] step_x = {0, 1, 0, -1};
    static final int[] step_y = {-1, 0, 1, 0}; // y counts from the top

    static int width, height, my_x, my_y, my_direction, my_speed, round;
    static int[][] board; // board[y][x]

    static boolean survives(String action) {
        int turn = action.equals("turn_left") ? 3 : action.equals("turn_right") ? 1 : 0;
        int change = action.equals("slow_down") ? -1 : action.equals("speed_up") ? 1 : 0;
        int direction = (my_direction + turn) % 4;
        int speed = my_speed + change;
        if (speed < 1 || speed > 10) {
            return false;
        }
        boolean jumps = round % 6 == 0 && speed >= 3; // then only the first and last cell count
        for (int step = 1; step <= speed; step++) {
            int x = my_x + step * step_x[direction];
            int y = my_y + step * step_y[direction];
            if (x < 0 || x >= width || y < 0 || y >= height) {
                return false;
            }
            boolean is_over = jumps && step > 1 && step < speed;
            if (board[y][x] != 0 && !is_over) {
                return false;
            }
        }
        return true;
    }

    static void read_state(Map<String, String> match) throws IOException {
        for (String line : Files.readAllLines(Path.of("match.dat"))) {
            String[] words = line.split(" ", 2);
            match.put(words[0], words.length > 1 ? words[1] : "");
        }
        round = Integer.parseInt(match.get("round"));
        Scanner cells = new Scanner(Path.of("gamefield.dat"));
        width = cells.nextInt();
        height = cells.nextInt();
        board = new int[height][width];
        for (int[] row : board) {
            for (int x = 0; x < width; x++) {
                row[x] = cells.nextInt();
            }
        }
        Scanner me = new Scanner(Path.of("player.dat"));
        me.nextInt(); // its number
        my_x = me.nextInt();
        my_y = me.nextInt();
        my_direction = directions.indexOf(me.next());
        my_speed = me.nextInt();
    }

    public static void main(String[] arguments) throws IOException {
        Map<String, String> match = new HashMap<>();
        read_state(match);
        List<String> good = new ArrayList<>();
        for (String action : List.of("turn_left", "turn_right", "slow_down", "speed_up", "change_nothing")) {
            if (survives(action)) {
                good.add(action);
            }
        }
        int choice = good.isEmpty() ? 0 : (int) (Long.parseLong(match.get("seed")) % good.size());
        Files.writeString(Path.of("result.dat"), (good.isEmpty() ? "change_nothing" : good.get(choice)) + "\n");
    }
}
