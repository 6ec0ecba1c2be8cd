import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { seccompFilter } from '../../../src/sandbox/seccomp-filter.js';
import { ABSENT_CALLS, FORBIDDEN_CALLS, PROCESS_CALLS } from '../../../src/sandbox/system-calls.js';
import type { StartHost } from '../../support/bundled-process.js';
import { processesWith } from '../../support/processes-with.js';
import { folderWith, pythonHost, removeFolders } from './support/python-host.js';
import { describePython, fakeBridge, isRoot, markedProcess, resultOf, runPython } from './support/run-python.js';
import { SYSTEM_CALL, triedCalls } from './support/system-call.js';

/*
 * Attacks of programs on the host. Code can always call the tools that the bridge allows: it owns
 * the runner, its token and its pipe. So each attack must reach nothing else.
 */

const SECRET = `canary-${randomUUID()}`;
const filtered = seccompFilter(process.arch) !== undefined;
const itFiltered = filtered ? it : it.skip;

/** Code that has what the runner has. */
const STOLEN = `
import gc, json, os
runner = next(one for one in gc.get_objects() if type(one).__name__ == "Bridge")
def send(**message):
    os.write(runner.output, (json.dumps({"token": runner.token, **message}) + "\\n").encode())
def call(number, name="a", **others):
    send(type="call", id=number, name=name, arguments="{}", place=None, **others)
`;

/** Code that tries expressions and prints those that do not raise. */
const TRY = `
def attempt(name, action):
    try:
        print(name, action())
    except BaseException:
        pass
`;

describePython('attacks of a program of Python', () => {
  let secret: string;
  let victim: ChildProcess;
  let startHost: StartHost;

  beforeAll(async () => {
    const folder = folderWith({ 'secret.txt': SECRET });
    secret = join(folder, 'secret.txt');
    chmodSync(folder, 0o755);
    process.env.HAFT_CANARY = SECRET;
    victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e9); console.log("ready")', SECRET], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(victim.stdout as NodeJS.ReadableStream, 'data');
    startHost = pythonHost();
  });

  afterAll(() => {
    delete process.env.HAFT_CANARY;
    victim.kill('SIGKILL');
    removeFolders();
  });

  /** Runs code that must not disturb the host, and returns what it printed. */
  const printedBy = async (code: string): Promise<string> => {
    const { logs, error } = await runPython(`${TRY}${code}`);
    expect(error).toBeUndefined();
    return logs;
  };

  describe('files', () => {
    it('1. reading files of the host by their paths', async () => {
      const paths = [secret, '/etc/shadow', `${homedir()}/.bashrc`, '/var/log/dpkg.log', process.execPath];
      const inUsr = process.execPath.startsWith('/usr/');
      const tried = inUsr ? paths.slice(0, -1) : paths;
      expect(await printedBy(`for p in ${JSON.stringify(tried)}: attempt(p, lambda: open(p).read())`)).toBe('');
    });

    it('2. leaving through .., /proc and open descriptors', async () => {
      const code = `
import os
for p in ["../../..", "/proc/1/root", "/proc/self/root", "/proc/self/cwd/../..", "/proc/self/fd/0/../.."]:
    attempt(p, lambda: open(p + "${secret}").read())
print(sorted(os.listdir("/")))
`;
      const allowed = ['bin', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'libx32', 'proc', 'sbin', 'tmp', 'usr'];
      const logs = await printedBy(code);
      const names = JSON.parse(logs.replaceAll("'", '"')) as string[];
      expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
    });

    it('3. changing programs, settings and devices of the host', async () => {
      const code = `
import os
for p in ["/usr/bin/x", "/etc/passwd", "/etc/ld.so.preload", "/bin/sh", "/x", "/dev/x", "/home"]:
    attempt(p, lambda: open(p, "a").close())
for p in ["null", "zero", "full", "random", "urandom", "tty"]:
    attempt(p, lambda: os.chmod("/dev/" + p, 0o666))
attempt("rm", lambda: os.remove("/usr/bin/env"))
`;
      expect(await printedBy(code)).toBe('');
      expect(existsSync('/usr/bin/env')).toBe(true);
    });

    it('4. changing a folder that the host shows', async () => {
      const folder = folderWith({ 'a.txt': 'a' }, '/var/tmp');
      chmodSync(folder, 0o777);
      chmodSync(join(folder, 'a.txt'), 0o666);
      const code = `${TRY}
import os
print(open("${folder}/a.txt").read())
attempt("write", lambda: open("${folder}/a.txt", "w"))
attempt("make", lambda: open("${folder}/b.txt", "w"))
attempt("remove", lambda: os.remove("${folder}/a.txt"))
attempt("mode", lambda: os.chmod("${folder}/a.txt", 0o777))
attempt("link", lambda: os.symlink("/", "${folder}/l"))
`;
      const { logs, error } = await runPython(code, { settings: { mounts: [folder] } });
      expect({ logs, error }).toEqual({ logs: 'a\n', error: undefined });
      expect(readdirSync(folder)).toEqual(['a.txt']);
      expect(statSync(join(folder, 'a.txt')).mode & 0o777).toBe(0o666);
    });

    it('5. finding files of an earlier program', async () => {
      await runPython('open("/tmp/a", "w").write("left"); open("/dev/shm/a", "w").write("left")');
      const list = 'import os; print(os.listdir("/tmp"), os.listdir("/dev/shm"), os.listdir(os.path.expanduser("~")))';
      expect(await printedBy(list)).toBe('[] [] []\n');
    });

    itFiltered('6. making devices and programs with the set-user-ID bit', async () => {
      const code = `
import os
open("/tmp/p", "w").close()
attempt("suid", lambda: os.chmod("/tmp/p", 0o4755))
attempt("sgid", lambda: os.open("/tmp/q", os.O_CREAT | os.O_WRONLY, 0o2755))
attempt("disk", lambda: os.mknod("/tmp/disk", 0o60666, os.makedev(8, 0)))
attempt("mem", lambda: os.mknod("/tmp/mem", 0o20666, os.makedev(1, 1)))
attempt("kmem", lambda: open("/dev/mem", "rb"))
`;
      expect(await printedBy(code)).toBe('');
    });
  });

  describe('secrets of the process', () => {
    it('7. reading the environment of the host', async () => {
      const code = `
import os, glob
print(dict(os.environ))
for p in glob.glob("/proc/*/environ"): attempt("", lambda: open(p).read())
`;
      expect(await printedBy(code)).toMatch(/^\{\}\n( (PWD=\/(tmp)?|LC_CTYPE=C\.UTF-8|\0)*\n)*$/);
    });

    it('8. using descriptors that are left open', async () => {
      const code = `
import os
for d in map(int, os.listdir("/proc/self/fd")):
    try: print(d, os.readlink("/proc/self/fd/%d" % d).split(":")[0])
    except FileNotFoundError: pass
`;
      expect((await printedBy(code)).trim().split('\n').sort()).toEqual(
        [0, 1, 2, 8, 9].map((descriptor) => `${descriptor} socket`),
      );
    });

    it('9. using a descriptor that the host got from its own parent', async () => {
      const code = `import os\ntry:\n  print(os.read(40, 100))\nexcept OSError as e: print(e.errno == 9, open("/proc/self/environ").read().count("${SECRET}"))`;
      const host = startHost(`console.log((await execute(${JSON.stringify(code)}, {})).logs);`, secret);
      let seen = '';
      (host.stdout as NodeJS.ReadableStream).setEncoding('utf8').on('data', (text: string) => (seen += text));
      await once(host, 'close');
      expect(seen.trim()).toBe('True 0');
    });

    it('10. learning about the host: user, host name, processes, paths of the runner', async () => {
      const code = `
import os, socket, sys, traceback
print(os.getuid(), os.getgid(), socket.gethostname(), os.getpid(), os.getppid(), sys.argv, open("/etc/passwd").read().count("\\n"))
try: call_tool(1)
except TypeError: print(traceback.format_exc().count("/"))
`;
      expect(await printedBy(code)).toBe("1000 1000 sandbox 1 0 ['<code>'] 1\n0\n");
    });
  });

  describe('processes', () => {
    it('11. seeing, stopping or killing processes of the host', async () => {
      const pid = String(victim.pid);
      const code = `
import os, signal
print([n for n in os.listdir("/proc") if n.isdigit()])
for p in (${pid}, ${process.pid}, ${process.ppid}): attempt(p, lambda: os.kill(p, signal.SIGKILL))
attempt("all", lambda: os.kill(-1, signal.SIGKILL))
attempt("group", lambda: os.killpg(0, signal.SIGTERM) if os.getpgrp() != 0 else None)
`;
      expect((await printedBy(code)).split('\n')[0]).toBe("['1']");
      expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) [SR] /);
    });

    itFiltered('12. starting a process, in all ways', async () => {
      const code = `${SYSTEM_CALL}
import multiprocessing, os, pty, subprocess
attempt("fork", os.fork)
attempt("forkpty", pty.fork)
attempt("spawn", lambda: os.posix_spawn("/bin/true", ["true"], {}))
attempt("subprocess", lambda: subprocess.run(["/bin/true"]))
attempt("close_fds", lambda: subprocess.run(["/bin/true"], close_fds=False))
attempt("shell", lambda: subprocess.run("true", shell=True))
attempt("system", lambda: os.system("true") == 0 or 1 / 0)
attempt("popen", lambda: os.popen("true").close())
attempt("multiprocessing", lambda: multiprocessing.Process(target=print, args=(1,)).start())
print(${triedCalls(PROCESS_CALLS)}, system_call(${process.arch === 'x64' ? 56 : 220}, 17, 0, 0, 0, 0))
print(system_call(${ABSENT_CALLS.clone3[process.arch as 'x64']}, 0, 0))
`;
      const forks = process.arch === 'x64' ? "{'fork': 'EPERM', 'vfork': 'EPERM'}" : '{}';
      expect(await printedBy(code)).toBe(`${forks} EPERM\nENOSYS\n`);
    });

    itFiltered('13. a fork bomb', async () => {
      const { marker, code } = markedProcess();
      const bomb = `${code}
import os
made = 0
for _ in range(2_000):
    try:
        if os.fork() == 0: os._exit(0)
        made += 1
    except OSError: pass
set_result(made)
`;
      expect(await resultOf(bomb)).toBe(0);
      expect(processesWith(marker)).toEqual([]);
    });

    it('14. a bomb of threads', async () => {
      const code = `
import threading, time
made = 0
try:
    for _ in range(500):
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        made += 1
except RuntimeError: pass
set_result(made)
`;
      const { output, error } = await runPython(code);
      if (error === undefined) expect(Number(output)).toBeLessThan(64);
      else expect(error).toMatch(/^(The program started more than 64 threads\.|out of memory)$/);
    });

    it('15. ignoring signals and the end of the time', async () => {
      const { marker, code } = markedProcess();
      const endless = `${code}
import signal, os
for s in range(1, 65):
    try: signal.signal(s, signal.SIG_IGN)
    except (OSError, ValueError): pass
try: os.setsid()
except OSError: pass
while True:
    try:
        while True: os.kill(1, signal.SIGSTOP)
    except BaseException: pass
`;
      expect(await runPython(endless, { seconds: 1 })).toMatchObject({ error: 'execution timed out after 1s' });
      expect(processesWith(marker)).toEqual([]);
    });

    it('16. threads that continue after the end', async () => {
      const { marker, code } = markedProcess();
      const bridge = fakeBridge();
      const left = `${code}
import _thread, atexit, time, sys, os
def go():
    while True:
        try: call_tool("late")
        except BaseException: pass
call_tool("begin")
atexit.register(go)
sys.exitfunc = go
class Last:
    def __del__(self): go()
last = Last()
_thread.start_new_thread(time.sleep, (1000,))
`;
      expect(await runPython(left, { bridge })).toMatchObject({ exitCode: 0 });
      expect(bridge.calls.map(({ name }) => name)).toEqual(['begin']);
      expect(processesWith(marker)).toEqual([]);
    });

    it('17. becoming another program, which also cannot start processes', async () => {
      const marker = randomUUID();
      const text = `echo shell; sleep 1000 & echo ${marker}; sleep 1000`;
      const code = `import os; os.execv("/bin/sh", ["sh", "-c", ${JSON.stringify(text)}])`;
      const { logs, error } = await runPython(code, { seconds: 5 });
      expect(logs).toContain('shell');
      if (filtered) expect({ error, isAlone: !logs.includes(marker) }).toEqual({ error: 'exit code 2', isAlone: true });
      expect(processesWith(marker)).toEqual([]);
    });

    it('18. surviving the death of the host process', async () => {
      const { marker, code } = markedProcess();
      const host = startHost(
        `await execute(${JSON.stringify(`${code}call_tool("a")\nwhile True: pass`)}, {
           call: async () => { console.log('begun'); return { kind: 'value', json: '1' }; } });`,
      );
      await once(host.stdout as NodeJS.ReadableStream, 'data');
      expect(processesWith(marker)).toHaveLength(1);
      host.kill('SIGKILL');
      await once(host, 'exit');
      while (processesWith(marker).length > 0) await new Promise((resolve) => setImmediate(resolve));
    });
  });

  describe('rights and the kernel', () => {
    it('19. becoming root', async () => {
      const code = `
import os, re
status = open("/proc/self/status").read()
print(re.findall(r"(CapEff|CapPrm|CapBnd|NoNewPrivs):\\s+(\\S+)", status))
attempt("root", lambda: os.setuid(0))
attempt("groups", lambda: os.setgroups([0]))
`;
      const none = '0000000000000000';
      expect(await printedBy(code)).toBe(
        `[('CapPrm', '${none}'), ('CapEff', '${none}'), ('CapBnd', '${none}'), ('NoNewPrivs', '1')]\n`,
      );
    });

    itFiltered('20. tracing, mounts, namespaces, keys and large parts of the kernel', async () => {
      const results = await resultOf(`${SYSTEM_CALL}\nset_result(${triedCalls(FORBIDDEN_CALLS)})`);
      const values = Object.values(results as Record<string, string>);
      expect(values.length).toBeGreaterThan(50);
      expect(new Set(values)).toEqual(new Set(['EPERM']));
    });

    itFiltered('21. memory that belongs to no process, and calls with hidden flags', async () => {
      const results = await resultOf(`${SYSTEM_CALL}\nset_result(${triedCalls(ABSENT_CALLS)})`);
      expect(new Set(Object.values(results as Record<string, string>))).toEqual(new Set(['ENOSYS']));
    });

    it('22. changing the kernel through /proc and /sys', async () => {
      const code = `
import os
for p in ["sys/kernel/core_pattern", "sys/kernel/hostname", "sysrq-trigger", "sys/vm/drop_caches", "self/oom_score_adj", "self/uid_map"]:
    attempt(p, lambda: open("/proc/" + p, "a").close())
for p in ["kcore", "kmsg", "kallsyms", "keys", "slabinfo"]:
    attempt(p, lambda: len(open("/proc/" + p, "rb").read(10)) or 1 / 0)
attempt("sys", lambda: os.listdir("/sys"))
`;
      expect(await printedBy(code)).toBe('');
    });
  });

  describe('network', () => {
    it('23. connecting to the host, to metadata services and to the network', async () => {
      const server = createServer(answer).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const code = `
import socket
for host in ("127.0.0.1", "169.254.169.254", "10.0.0.1", "8.8.8.8", "::1"):
    attempt(host, lambda: socket.create_connection((host, ${port}), 5).recv(100))
attempt("name", lambda: socket.getaddrinfo("example.com", 80))
attempt("udp", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"a", ("8.8.8.8", 53)))
print(open("/proc/net/dev").read().count(":"))
`;
      try {
        expect(await printedBy(code)).toBe('1\n');
      } finally {
        await closed(server);
      }
    });

    it('24. unix sockets of the host, with paths and abstract names', async () => {
      const path = join(folderWith({}), 'socket');
      const servers = [createServer(answer).listen(path), createServer(answer).listen(`\0${SECRET}`)];
      await Promise.all(servers.map((server) => once(server, 'listening')));
      const code = `
import socket
for name in ("${path}", "\\0${SECRET}", "/run/docker.sock", "/var/run/dbus/system_bus_socket"):
    def go():
        s = socket.socket(socket.AF_UNIX); s.connect(name); return s.recv(100)
    attempt("connected", go)
`;
      try {
        expect(await printedBy(code)).toBe('');
      } finally {
        await Promise.all(servers.map(closed));
      }
    });

    itFiltered('25. sockets that no network namespace separates', async () => {
      const code = `
import socket
for family in (3, 9, 17, 21, 29, 30, 38, 40, 41, 44):
    for kind in (1, 2, 3, 5): attempt(family, lambda: socket.socket(family, kind))
`;
      expect(await printedBy(code)).toBe('');
    });
  });

  describe('the bridge', () => {
    it('26. a forged call with the stolen token is an ordinary call', async () => {
      const bridge = fakeBridge();
      expect(await runPython(`${STOLEN}call(1, "first")`, { bridge })).toMatchObject({ exitCode: 0 });
      expect(bridge.calls).toEqual([{ number: 1, name: 'first', arguments: '{}' }]);
    });

    // `program-message.test.ts` has the lines that are rejected by themselves, attacks 28 to 50.
    it.each([
      ['27. a call without the token', 'runner.token = ""; call(1)'],
      ['29. a call with the number of another one', 'call_tool("a"); call(1)'],
      ['30. a call with a number that is not the next one', 'call(2)'],
      ['39. a second beginning', 'send(type="begun")'],
      ['44. a message in the middle of another one', 'os.write(runner.output, b"{"); call(1)'],
    ])('%s ends the program', async (_, code) => {
      const bridge = fakeBridge();
      const ended = await runPython(`${STOLEN}${code}\nset_result(1)\nimport time; time.sleep(1000)`, { bridge });
      expect(ended).toEqual({ kind: 'ended', exitCode: null, logs: '', error: 'protocol violation' });
      expect(bridge.calls.length).toBe(code.startsWith('call_tool') ? 1 : 0);
    });

    it('51. a line without end does not fill the memory of the host', async () => {
      const code = `${STOLEN}
while True: os.write(runner.output, b"x" * 65_536)
`;
      const before = process.memoryUsage().rss;
      expect(await runPython(code)).toMatchObject({ error: 'protocol violation' });
      expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    });

    it('52. a flood of calls that are never answered', async () => {
      const bridge = fakeBridge(() => new Promise(() => undefined));
      const code = `${STOLEN}
number = 0
while True:
    number += 1
    send(type="call", id=number, name="a", arguments=json.dumps("x" * 900_000), place=None)
`;
      expect(await runPython(code, { bridge, seconds: 1 })).toMatchObject({ error: 'execution timed out after 1s' });
      // The others wait in the sandbox.
      expect(bridge.calls.length).toBeLessThan(20);
    });

    it('53. a flood of lines', async () => {
      const code = `${STOLEN}
line = (json.dumps({"token": runner.token, "type": "begun"}) + "\\n").encode()
while True: os.write(runner.output, line * 1_000)
`;
      expect(await runPython(code)).toMatchObject({ error: 'protocol violation' });
    });

    it('54. calls after the end', async () => {
      const bridge = fakeBridge();
      const code = `${STOLEN}
os.write(runner.output, b"".join((json.dumps({"token": runner.token, **m}) + "\\n").encode() for m in (
    {"type": "end", "exitCode": 0, "output": "1"},
    {"type": "call", "id": 1, "name": "late", "arguments": "{}", "place": None},
    {"type": "end", "exitCode": 0, "output": "2"})))
while True: pass
`;
      expect(await runPython(code, { bridge })).toEqual({ kind: 'ended', exitCode: 0, logs: '', output: '1' });
      expect(bridge.calls).toEqual([]);
    });

    it('55. messages on stdout are printed text', async () => {
      const bridge = fakeBridge();
      const code = `${STOLEN}runner.output = 1; call(1); send(type="end", exitCode=0, output="2"); runner.output = 9`;
      const { logs, output } = await runPython(code, { bridge });
      expect(logs).toContain('"type": "end"');
      expect({ output, calls: bridge.calls }).toEqual({ output: undefined, calls: [] });
    });

    it('56. replacing the functions of the runner deceives the program alone', async () => {
      const bridge = fakeBridge();
      const code = `${STOLEN}
import sys
type(runner).answer = lambda self, number: {"value": "forged"}
json.loads = lambda *_: {"id": 1, "token": runner.token, "value": "forged"}
sys.modules["os"]._exit = lambda code: None
set_result(call_tool("a"))
`;
      expect(await runPython(code, { bridge })).toMatchObject({ output: '"forged"' });
      expect(bridge.calls.map(({ name }) => name)).toEqual(['a']);
    });

    it('57. passing descriptors to the host', async () => {
      const before = readdirSync('/proc/self/fd').length;
      const code = `${STOLEN}
import array, socket
pipe = socket.socket(fileno=os.dup(runner.output))
line = (json.dumps({"token": runner.token, "type": "call", "id": 1, "name": "a", "arguments": "{}", "place": None}) + "\\n").encode()
descriptors = array.array("i", [os.open("/tmp", os.O_RDONLY) for _ in range(100)])
pipe.sendmsg([line], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)])
runner.last = 1
runner.open.add(1)
set_result(runner.answer(1)["value"])
`;
      expect(await resultOf(code)).toEqual({});
      expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before + 2);
    });

    it.each([
      ['58. closing the pipes', 'import os; os.closerange(3, 100); set_result(1)'],
      ['59. shutting the pipes down', 'import socket; socket.socket(fileno=9).shutdown(2); set_result(1)'],
    ])('%s ends the program without a result', async (_, code) => {
      const ended = await runPython(code, { seconds: 20 });
      expect(ended.output).toBeUndefined();
      expect(ended.error).toMatch(/^exit code \d+$/);
    });
  });

  describe('resources', () => {
    it('60. output without end', async () => {
      const { error, logs } = await runPython('import os\nwhile True: os.write(1, b"x" * 65_536)');
      expect(error).toBe('The program printed more than 100 MB.');
      expect(logs.length).toBeLessThanOrEqual(64_000);
    });

    it('61. recursion without a limit', async () => {
      const code =
        'import sys\nsys.setrecursionlimit(10**9)\nclass A:\n  def __repr__(self): return repr([self])\nrepr(A())';
      const { error } = await runPython(code);
      expect(error).toMatch(/^(exit code 139|out of memory|RecursionError.*)$/);
    });

    it.each([
      ['62. code of nested brackets', '('.repeat(60_000)],
      [
        '63. code of nested functions',
        Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}if 1:`).join('\n'),
      ],
      ['64. code with a NUL', 'print(1)\0'],
      ['65. code with half a character', 'x = "\ud800"'],
    ])('%s ends with an error or well', async (_, code) => {
      const ended = await runPython(code);
      expect(ended.kind).toBe('ended');
      if (ended.error !== undefined) expect(ended.error).toMatch(/^(\w+Error: |exit code 139|out of memory)/);
    });

    it('66. a number that takes long to compute in one step', async () => {
      const code = 'x = 10 ** 10 ** 9';
      const { error } = await runPython(code, { seconds: 1 });
      expect(error).toMatch(/^(execution timed out after 1s|out of memory)$/);
    });

    it('67. a result with names that change prototypes', async () => {
      const { output } = await runPython('set_result({"__proto__": {"polluted": 1}, "constructor": 1})');
      expect(output).toBe('{"__proto__":{"polluted":1},"constructor":1}');
    });
  });

  (isRoot ? it : it.skip)('as root, code runs as another user', async () => {
    const { marker, code } = markedProcess();
    const users: string[] = [];
    const bridge = fakeBridge(() => {
      for (const pid of processesWith(marker)) {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        users.push(/^Uid:\s+(\d+)/m.exec(status)?.[1] ?? '');
      }
      return { kind: 'value', json: '1' };
    });
    await resultOf(`${code}call_tool("a")`, { bridge });
    expect(users).toEqual(['65534']);
  });
});

function answer(socket: Socket): void {
  socket.on('error', () => undefined).end(SECRET);
}

async function closed(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
