"""Serves ClickHouse on loopback until it is killed: python3 clickhouse-listen.py LIBRARY FOLDER HTTP_PORT TCP_PORT CONFIG

Only the command line of the library, clickhouse-local's, can start listeners; Node has no way to call it.
"""

import ctypes
import sys

library, folder, http_port, tcp_port, config = sys.argv[1:]
STATEMENTS = """
SYSTEM START LISTEN HTTP;
SYSTEM START LISTEN TCP;
SELECT sleep(3) FROM numbers(1000000000) SETTINGS max_block_size = 1 FORMAT Null
"""
words = [
    "clickhouse",
    f"--config-file={config}",
    f"--path={folder}",
    "--query",
    STATEMENTS,
    "--",
    f"--http_port={http_port}",
    f"--tcp_port={tcp_port}",
    "--listen_host=127.0.0.1",
]
argv = (ctypes.c_char_p * len(words))(*[word.encode() for word in words])
engine = ctypes.CDLL(library)
engine.chdb_query_cmdline.restype = ctypes.c_void_p
engine.chdb_query_cmdline(len(words), argv)
sys.exit("the listeners have ended")
