// The gems reference AI: takes the first legal swap, scanning rows from the bottom,
// at each stone trying up, then right.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class Reference {
    static final char[][] board = new char[10][10]; // board[y][x] with y from the bottom

    static void read_board() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("gamefield.dat")); // the top row first
        for (int y = 0; y < 10; y++) {
            String stones = lines.get(9 - y).replace(" ", "");
            for (int x = 0; x < 10; x++) {
                char stone = stones.charAt(x);
                board[y][x] = Character.isDigit(stone) ? '1' : stone; // all bombs are equal
            }
        }
    }

    static boolean has_line() {
        for (int y = 0; y < 10; y++) {
            for (int x = 0; x < 10; x++) {
                char stone = board[y][x];
                if (stone == '.') continue;
                if (x < 8 && board[y][x + 1] == stone && board[y][x + 2] == stone) return true;
                if (y < 8 && board[y + 1][x] == stone && board[y + 2][x] == stone) return true;
            }
        }
        return false;
    }

    static void swap(int x1, int y1, int x2, int y2) {
        char stone = board[y1][x1];
        board[y1][x1] = board[y2][x2];
        board[y2][x2] = stone;
    }

    static boolean is_legal(int x1, int y1, int x2, int y2) {
        if (x2 > 9 || y2 > 9 || board[y1][x1] == '.' || board[y2][x2] == '.') return false;
        swap(x1, y1, x2, y2);
        boolean legal = has_line();
        swap(x1, y1, x2, y2);
        return legal;
    }

    static int[] choose_move() {
        for (int y = 0; y < 10; y++) {
            for (int x = 0; x < 10; x++) {
                if (is_legal(x, y, x, y + 1)) return new int[] {x, y, x, y + 1};
                if (is_legal(x, y, x + 1, y)) return new int[] {x, y, x + 1, y};
            }
        }
        return null;
    }

    public static void main(String[] arguments) throws IOException {
        read_board();
        int[] move = choose_move();
        if (move == null) {
            System.err.println("no legal swap");
            System.exit(1);
        }
        String text = move[0] + " " + move[1] + " " + move[2] + " " + move[3] + "\n";
        Files.writeString(Path.of("result.dat"), text);
    }
}
