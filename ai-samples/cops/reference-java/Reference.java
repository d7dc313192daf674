// The cops reference AI: the thief goes to the nearest gate, around walls and cops; each cop goes to
// the thief, around walls. A plan always has plan_length letters for each unit.

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
    record Cell(int x, int y) {} // x counts from the left, y from the top

    static final String letters = "NESW";
    static final int[][] steps = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

    static int size;
    static List<String[]> board = new ArrayList<>(); // board.get(y)[x]

    static Map<String, String> read_match() throws IOException {
        Map<String, String> match = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("match.dat"))) {
            String[] words = line.split(" ", 2);
            match.put(words[0], words.length > 1 ? words[1] : "");
        }
        return match;
    }

    static List<Cell> read_cells(String name) throws IOException {
        Scanner numbers = new Scanner(Path.of(name));
        List<Cell> cells = new ArrayList<>();
        while (numbers.hasNextInt()) {
            cells.add(new Cell(numbers.nextInt(), numbers.nextInt()));
        }
        return cells;
    }

    static String at(Cell cell) {
        return board.get(cell.y)[cell.x];
    }

    // The letters to the nearest goal; only board cells are entered, and the goals.
    static String shortest_path(Cell start, String closed, Set<Cell> goals) {
        Map<Cell, String> path_to = new HashMap<>(Map.of(start, ""));
        ArrayDeque<Cell> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            Cell here = queue.remove();
            if (goals.contains(here)) {
                return path_to.get(here);
            }
            for (int i = 0; i < steps.length; i++) {
                Cell cell = new Cell(here.x + steps[i][0], here.y + steps[i][1]);
                boolean is_inner = cell.x >= 1 && cell.x <= size && cell.y >= 1 && cell.y <= size;
                boolean is_open = goals.contains(cell) || is_inner && !closed.contains(at(cell));
                if (is_open && !path_to.containsKey(cell)) {
                    path_to.put(cell, path_to.get(here) + letters.charAt(i));
                    queue.add(cell);
                }
            }
        }
        return "";
    }

    public static void main(String[] arguments) throws IOException {
        Map<String, String> match = read_match();
        if (!match.get("phase").equals("move")) {
            return; // before the first tick there is nothing to plan
        }
        size = Integer.parseInt(match.get("size"));
        int plan_length = Integer.parseInt(match.get("plan_length"));
        boolean is_thief = match.get("role").equals("thief");
        for (String line : Files.readAllLines(Path.of("gamefield.dat"))) {
            board.add(line.split(" "));
        }
        Set<Cell> gates = new HashSet<>();
        for (int y = 0; y < size + 2; y++) {
            for (int x = 0; x < size + 2; x++) {
                if (board.get(y)[x].equals("G")) {
                    gates.add(new Cell(x, y));
                }
            }
        }
        Set<Cell> theirs = new HashSet<>(read_cells("opponent.dat"));
        StringBuilder answer = new StringBuilder();
        for (Cell unit : read_cells("player.dat")) {
            String path = is_thief ? shortest_path(unit, "WC", gates) : shortest_path(unit, "W", theirs);
            for (int i = 0; i < plan_length; i++) {
                answer.append(i < path.length() ? path.charAt(i) : '-').append(' ');
            }
            answer.append('\n');
        }
        Files.writeString(Path.of("result.dat"), answer.toString());
    }
}
