"""Makes the archives of collect_test.cpp, good ones and those of people who mean no good.

archives.py FOLDER moodle | hostile
"""
import io
import os
import struct
import sys
import tarfile
import zipfile
import zlib

PLAYER = b"#!/bin/sh\necho 1\n"
INI = b"command = player.sh\n"


def packed(files, windows=True):
    """A zip of these files, as Windows packs them: without modes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            info = zipfile.ZipInfo(name)
            info.create_system = 0 if windows else 3
            info.external_attr = 0 if windows else 0o100644 << 16
            archive.writestr(info, data)
    return buffer.getvalue()


def raw(entries):
    """A zip whose names, flags and attributes are written as they are given."""
    data, directory, at = [], [], 0
    for name, flags, system, mode, content in entries:
        crc = zlib.crc32(content)
        head = struct.pack("<HHHHHIIIHH", 20, flags, 0, 0, 33, crc, len(content), len(content), len(name), 0)
        directory.append(b"PK\1\2" + struct.pack("<BB", 20, system) + head + struct.pack("<HHHII", 0, 0, 0, mode << 16, at) + name)
        data.append(b"PK\3\4" + head + name + content)
        at += len(data[-1])
    count = min(len(entries), 0xFFFF)
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, sum(map(len, directory)), at, 0)
    return b"".join(data + directory) + end


def moodle(folder):
    good = [("player.sh", PLAYER), ("ai.ini", INI)]
    crlf = [("ai.ini", b"\xef\xbb\xbf" + INI), ("player.sh", PLAYER.replace(b"\n", b"\r\n"))]
    mac = [("bot/" + name, data) for name, data in good]
    mac += [("__MACOSX/bot/._ai.ini", b"x"), ("bot/.DS_Store", b"x"), ("bot/Thumbs.db", b"x"), ("bot/lib/Zug.txt", b"x")]
    people = [
        ("Jane Doe_101_assignsubmission_file_/bot.zip", packed(mac, windows=False)),
        ("Jürgen Groß_102_assignsubmission_file/ai.ini", INI),
        ("Jürgen Groß_102_assignsubmission_file/player.sh", PLAYER),
        ("Sean O Brien_103_assignsubmission_file_/my ai.sh", PLAYER),
        ("Nested Zip_104_assignsubmission_file_/outer.zip", packed([("inner.zip", packed(good)), ("report.pdf", b"%PDF")])),
        ("Win Dows_105_assignsubmission_file_/bot.zip", packed([("bot\\" + name, data) for name, data in crlf])),
        ("Old Name_106_assignsubmission_file_/bot.zip", raw([(b"ai.ini", 0, 0, 0, INI), (b"player.sh", 0, 0, 0, PLAYER), (b"Z\x81ge.txt", 0, 0, 0, b"x")])),
        ("Only Text_107_assignsubmission_onlinetext_/onlinetext.html", b"<p>"),
        ("Jane Do_108_assignsubmission_file_/bot.zip", packed(good)),
        ("Report Only_109_assignsubmission_file_/a.zip", packed(good)),
        ("Report Only_109_assignsubmission_file_/b.zip", packed(good)),
    ]
    with zipfile.ZipFile(os.path.join(folder, "download.zip"), "w") as archive:
        for name, data in people:
            archive.writestr(name, data)
    # The same without folders: what Moodle makes with "Download submissions in folders" off.
    with zipfile.ZipFile(os.path.join(folder, "flat.zip"), "w") as archive:
        archive.writestr("Jane Doe_101_assignsubmission_file_ai.ini", INI)
        archive.writestr("Jane Doe_101_assignsubmission_file_player.sh", PLAYER + b"# new\n")


def hostile(folder):
    def write(name, data):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)

    good = [(b"ai.ini", 0, 3, 0o100644, INI), (b"player.sh", 0, 3, 0o100755, PLAYER)]
    file = 0o100644
    write("dots.zip", raw(good + [(b"../../evil", 0, 3, file, b"x")]))
    write("absolute.zip", raw(good + [(b"/evil", 0, 3, file, b"x")]))
    write("backslash.zip", raw(good + [(b"..\\..\\evil", 0, 0, 0, b"x")]))
    write("link.zip", raw(good + [(b"link", 0, 3, 0o120777, b"/etc/passwd")]))
    write("through.zip", raw([(b"d", 0, 3, 0o120777, b".."), (b"d/evil", 0, 3, file, b"x")] + good))
    write("twice.zip", raw(good + [(b"ai.ini", 0, 3, file, b"x")]))
    write("both.zip", raw(good + [(b"ai.ini/x", 0, 3, file, b"x")]))
    write("password.zip", raw(good + [(b"secret", 1, 3, file, b"x" * 20)]))
    write("truncated.zip", packed(good_files())[:-60])
    write("changed.zip", packed(good_files()).replace(b"player.sh", b"player\xff\xfe\xfd", 1))
    write("bomb.zip", packed(good_files() + [("zeros", bytes(20_000_000))]))
    write("many.zip", raw([(b"%d" % i, 0, 3, file, b"") for i in range(100_000)]))
    write("deep.zip", raw(good + [(b"/".join([b"d"] * 50), 0, 3, file, b"x")]))
    write("empty.zip", packed([]))
    three = packed(good_files())
    for _ in range(3):
        three = packed([("inner.zip", three)])
    write("matryoshka.zip", three)
    with tarfile.open(os.path.join(folder, "hardlink.tar.gz"), "w:gz") as archive:
        info = tarfile.TarInfo("passwd")
        info.type, info.linkname = tarfile.LNKTYPE, "/etc/passwd"
        archive.addfile(info)
    with tarfile.open(os.path.join(folder, "pipe.tar"), "w") as archive:
        info = tarfile.TarInfo("pipe")
        info.type = tarfile.FIFOTYPE
        archive.addfile(info)
    write("noise.zip", b"PK\3\4" + bytes(range(256)) * 20)
    write("good.zip", packed(good_files()))


def good_files():
    return [("ai.ini", INI), ("player.sh", PLAYER)]


{"moodle": moodle, "hostile": hostile}[sys.argv[2]](sys.argv[1])
