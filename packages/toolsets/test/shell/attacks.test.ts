import { expect } from '@jest/globals';
import type { Run } from '@haft/runtime';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { homedir } from 'node:os';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { ABSENT_CALLS, FORBIDDEN_CALLS, MODE_CALLS, OPEN_CALLS } from '../../src/sandbox/system-calls.js';
import { seccompFilter } from '../../src/sandbox/seccomp-filter.js';
import type { CommandResult } from '../../src/shell/index.js';
import type { StartHost } from '../support/bundled-process.js';
import { processesWith } from '../support/processes-with.js';
import { hostProcess } from './support/host-process.js';
import { callsSystem, systemCall } from './support/perl.js';
import { programOf32Bit } from './support/program-of-32-bit.js';
import {
  ask,
  describeSandboxed,
  folderOfUser,
  folderWith,
  isRoot,
  OTHER_USER,
  removeFolders,
  resultOf,
  runScript,
  shellRun,
} from './support/shell-run.js';

/* 33 attacks of commands on the host. Each tries to reach something, and must fail. */

const SECRET = `canary-${randomUUID()}`;
const arch = process.arch as 'x64' | 'arm64';
const filtered = seccompFilter(arch) !== undefined && callsSystem;
const itFiltered = filtered ? it : it.skip;

describeSandboxed('attacks of a command on the host [TOOL-8]', () => {
  let outer: string;
  let root: string;
  let secret: string;
  let run: Run;
  let victim: ChildProcess;
  let startHost: StartHost;

  beforeAll(async () => {
    outer = folderWith({ 'root/a.txt': 'a', 'outside/secret.txt': SECRET });
    root = join(outer, 'root');
    secret = join(outer, 'outside/secret.txt');
    process.env.HAFT_CANARY = SECRET;
    victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e9); console.log("ready")', SECRET], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(victim.stdout as NodeJS.ReadableStream, 'data');
    startHost = hostProcess();
    run = shellRun({ root });
  });

  afterAll(() => {
    delete process.env.HAFT_CANARY;
    victim.kill('SIGKILL');
    removeFolders();
  });

  const script = (text: string, args: object = {}): Promise<CommandResult> =>
    resultOf(run, 'shell_script', { script: text, ...args });

  /** Runs a program of Perl. It can make any system call. */
  const perl = (code: string): Promise<CommandResult> =>
    resultOf(run, 'shell_run', { command: 'perl', args: ['-e', code] });

  describe('files', () => {
    it('1. reading a file of the host by its path', async () => {
      const { stdout } = await script(
        `cat ${secret} /etc/shadow ${homedir()}/.bashrc /var/log/dpkg.log /home/*/.ssh/*`,
      );
      expect(stdout).toBe('');
    });

    it('2. reading through a link that leads out of the workspace', async () => {
      symlinkSync(secret, join(root, 'made-by-host'));
      const { stdout } = await script(`ln -sf ${secret} l; ln -sf ../outside/secret.txt m; cat l m made-by-host`);
      expect(stdout).toBe('');
    });

    it('3. climbing out of the workspace', async () => {
      const { stdout } = await script('cd ..; cat */outside/secret.txt; cd ../../..; pwd; ls -d outside; ls -A /');
      expect(stdout).toMatch(/^\/\n/);
      expect(stdout.split('\n')).not.toContain('root');
      expect(stdout).not.toContain('outside');
    });

    it('4. changing programs and settings of the host', async () => {
      const files = '/usr/bin/x /etc/passwd /etc/ld.so.preload /bin/sh /x /dev/x';
      const { stderr } = await script(`for f in ${files}; do echo x >> $f || echo failed; done; rm -rf /usr/bin/env`);
      expect(stderr.match(/Read-only file system|busy|Permission denied/g)?.length).toBe(7);
      expect(existsSync('/usr/bin/env')).toBe(true);
    });

    it('5. changing a read-only root, also by mounting it again', async () => {
      const folder = folderWith({ 'a.txt': 'a' });
      const result = await runScript(
        'echo b > a.txt; rm a.txt; chmod 777 a.txt; mount -o remount,rw /workspace; mv /workspace /tmp/w; echo b > a.txt',
        { root: folder, readOnly: true },
      );
      expect(result.exitCode).not.toBe(0);
      expect(readdirSync(folder)).toEqual(['a.txt']);
      expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('a');
    });

    itFiltered('6. leaving a program with the set-user-ID bit for users of the host', async () => {
      const mode = 0o6755;
      await script(
        'cp /bin/true a; chmod u+s a; chmod g+s a; cp /bin/true b; chmod 6755 b; install -m 4755 /bin/true c',
      );
      await perl(`
        sysopen(F, "d", 0x41, ${mode}); sysopen(G, "e", 0x41, 0644);
        ${systemCall('fchmod', MODE_CALLS.fchmod, 'fileno(G)', mode)}
        ${systemCall('fchmodat', MODE_CALLS.fchmodat, '-100', '"e"', mode)}
        ${systemCall('fchmodat2', MODE_CALLS.fchmodat2, '-100', '"e"', mode, 0)}
        ${systemCall('mknodat', MODE_CALLS.mknodat, '-100', '"f"', 0o100000 | mode, 0)}
        ${systemCall('openat', OPEN_CALLS.openat, '-100', '"g"', 0x41, mode)}
        ${systemCall('openat2', ABSENT_CALLS.openat2, '-100', '"h"', `pack("QQQ", 0x41, ${mode}, 0)`, 24)}
      `);
      const entries = readdirSync(root).filter((name) => lstatSync(join(root, name)).isFile());
      expect(entries).toEqual(expect.arrayContaining(['a', 'b', 'e']));
      expect(entries.filter((name) => (lstatSync(join(root, name)).mode & 0o6000) !== 0)).toEqual([]);
    });

    it('7. making devices, and finding disks of the host', async () => {
      const { stdout, stderr } = await script(
        'mknod disk b 8 0; mknod mem c 1 1; ls /dev; cat /dev/mem /dev/sda /dev/vda',
      );
      expect(stderr.match(/not permitted|Permission denied/g)?.length).toBeGreaterThanOrEqual(2);
      const names = ['console', 'core', 'fd', 'full', 'null', 'ptmx', 'pts', 'random', 'shm'];
      const known = [...names, 'stderr', 'stdin', 'stdout', 'tty', 'urandom', 'zero'];
      expect(stdout.split('\n').filter((name) => name !== '' && !known.includes(name))).toEqual([]);
    });

    it('8. changing the mode of devices of the host, also through open files', async () => {
      // The mode that they have, because a success would harm the host.
      const { stdout } = await script(
        'for f in null zero full random urandom tty; do chmod 666 /dev/$f && echo $f; echo x > /dev/$f; done 2>/dev/null; ' +
          'chmod 666 /proc/self/fd/*; readlink /proc/self/fd/*',
      );
      expect(stdout).not.toMatch(/^(null|zero|full|random|urandom|tty)$/m);
      expect(stdout.split('\n').filter((target) => !/^(socket:|\/proc\/\d+\/fd|$)/.test(target))).toEqual([]);
    });
  });

  describe('secrets of the process', () => {
    it('9. reading the environment of the host, also of parents', async () => {
      const { stdout } = await script("env; cat /proc/*/environ | tr '\\0' '\\n'");
      expect(stdout).toContain('LANG=C.UTF-8');
      expect(stdout).not.toContain(SECRET);
    });

    it('10. reading descriptors that the host left open', async () => {
      const { stdout } = await script('cat $(seq -f /proc/self/fd/%g 3 1024) 2>/dev/null');
      expect(stdout).toBe('');
      // A descriptor that the host got from its own parent, which Node passes to every child.
      const host = startHost(
        `const args = ['-c', 'cat /proc/self/fd/40; readlink /proc/self/fd/40 | cut -d: -f1; readlink /proc/self/fd/* > /tmp/fds; grep -vE "^(socket:|/proc/|/tmp/fds)" /tmp/fds'];
         const call = { seconds: 60, signal: new AbortController().signal, report: () => undefined };
         const { stdout } = await runCommand(options, { program: 'sh', folder: [], input: '', args }, call);
         console.log(stdout);`,
        secret,
      );
      let seen = '';
      (host.stdout as NodeJS.ReadableStream).setEncoding('utf8').on('data', (text: string) => (seen += text));
      await once(host, 'close');
      expect(seen.trim()).toBe('socket');
    });

    it('11. forging the status that bubblewrap reports', async () => {
      const forged = '{"exit-code": 0, "child-pid": 1}';
      const { stdout, exitCode } = await script(
        `for fd in 3 4 5 6 7; do echo '${forged}' >&$fd; done; echo '${forged}'; exit 9`,
      );
      expect({ stdout, exitCode }).toEqual({ stdout: `${forged}\n`, exitCode: 9 });
    });
  });

  describe('processes', () => {
    it('12. seeing, stopping or killing processes of the host', async () => {
      const pid = String(victim.pid);
      const { stdout } = await script(`cat /proc/*/cmdline; kill -9 ${pid}; kill -STOP ${pid}; kill -9 ${process.pid}`);
      expect(stdout).not.toContain(SECRET);
      await script('kill -9 -1');
      expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) [SR] /);
      expect(victim.signalCode).toBeNull();
    });

    it('13. leaving through /proc', async () => {
      const text = `for p in /proc/1/root /proc/self/root /proc/1/cwd/.. /proc/self/cwd/../..; do cat $p${secret}; done`;
      const { stdout } = await script(`${text}; echo x > /proc/1/exe; readlink /proc/1/fd/*`);
      expect(stdout.split('\n').filter((target) => !/^(socket:|$)/.test(target))).toEqual([]);
      expect(statSync('/bin/sh').size).toBeGreaterThan(1_000);
    });

    it('14. changing the kernel through /proc', async () => {
      const files = ['sys/kernel/core_pattern', 'sys/kernel/hostname', 'sysrq-trigger', 'sys/vm/drop_caches', 'mtrr'];
      // Opens the files to write, and writes nothing, because a success would harm the host.
      const { stdout } = await script(`for f in ${files.join(' ')}; do (: >> /proc/$f) 2>/dev/null && echo $f; done`);
      expect(stdout).toBe('');
      const all = 'find /proc -maxdepth 4 -type f -writable -not -path "/proc/[0-9]*" -not -path "/proc/*self/*"';
      const found = await script(`for f in $(${all} 2>/dev/null); do (: >> $f) 2>/dev/null && echo $f; done`);
      expect(found.stdout).toBe('');
    });

    it('15. reading memory and keys of the kernel through /proc', async () => {
      const { stdout } = await script(
        'for f in kcore kmsg kallsyms keys slabinfo config.gz; do head -c 100 /proc/$f; done 2>/dev/null | wc -c',
      );
      expect(stdout.trim()).toBe('0');
    });

    itFiltered('16. tracing another process, and reading its memory', async () => {
      const { stdout } = await perl(`
        my $pid = fork() || do { sleep 1000; exit };
        ${systemCall('ptrace', FORBIDDEN_CALLS.ptrace, 16, '$pid', 0, 0)}
        ${systemCall('process_vm_readv', FORBIDDEN_CALLS.process_vm_readv, '$pid', 0, 0, 0, 0, 0)}
        ${systemCall('pidfd_getfd', FORBIDDEN_CALLS.pidfd_getfd, 0, 0, 0)}
        ${systemCall('kcmp', FORBIDDEN_CALLS.kcmp, '$pid', '$pid', 0, 0, 0)}
      `);
      expect(stdout).toBe('ptrace EPERM\nprocess_vm_readv EPERM\npidfd_getfd EPERM\nkcmp EPERM\n');
    });

    it('17. surviving the command: double fork, setsid, nohup, ignored signals', async () => {
      const marker = randomUUID();
      const endless = `sh -c 'trap "" TERM HUP INT; while :; do sleep 1000; done' ${marker}`;
      const { exitCode } = await script(
        `(setsid ${endless} &) ; nohup ${endless} >/dev/null 2>&1 & (( ${endless} & ) & ); ` +
          `until [ $(grep -l ${marker} /proc/[0-9]*/cmdline | wc -l) -ge 4 ]; do :; done; exit 7`,
      );
      expect(exitCode).toBe(7);
      expect(processesWith(marker)).toEqual([]);
    });

    it('18. ignoring the end of the time', async () => {
      const marker = randomUUID();
      const endless = `sh -c 'trap "" TERM HUP INT; while :; do sleep 1000; done' ${marker}`;
      const result = await script(`trap '' TERM HUP INT; setsid ${endless} & ${endless}`, { timeoutSeconds: 1 });
      expect(result).toMatchObject({ stopped: 'time' });
      expect(processesWith(marker)).toEqual([]);
    });

    it('19. killing or stopping the first process, so that nothing ends the others', async () => {
      const marker = randomUUID();
      const text = `kill -9 1; kill -STOP 1; kill -STOP -1; exec sh -c 'while :; do sleep 1000; done' ${marker}`;
      expect(await script(text, { timeoutSeconds: 1 })).toMatchObject({ stopped: 'time' });
      expect(processesWith(marker)).toEqual([]);
    });

    it('20. surviving the death of the host process', async () => {
      const marker = randomUUID();
      const host = startHost(`
        const run = runCommand(options, { program: 'sh', folder: [], input: '',
          args: ['-c', 'setsid sh -c "while :; do sleep 1000; done" ${marker} & echo begun; wait'] },
          { seconds: 300, signal: new AbortController().signal, report: () => console.log('begun') });
        await run;
      `);
      await once(host.stdout as NodeJS.ReadableStream, 'data');
      expect(processesWith(marker).length).toBeGreaterThan(1);
      host.kill('SIGKILL');
      await once(host, 'exit');
      while (processesWith(marker).length > 0) await new Promise((resolve) => setImmediate(resolve));
    });

    it('21. a fork bomb', async () => {
      // Not as root, whose processes the kernel does not limit.
      const limits = { root: folderOfUser(), maxProcesses: 50, ...(isRoot && { user: OTHER_USER }) };
      const marker = randomUUID();
      // Bounded in itself, because a bomb that doubles would harm the machine if it succeeded.
      const bomb = `: ${marker}; i=0; while [ $i -lt 2000 ]; do sleep 1000 & i=$((i+1)); done; wait`;
      const result = await runScript(bomb, limits, { timeoutSeconds: 5 });
      if (result.enforcement.processes === 'watcher') expect(result.stopped).toBe('processes');
      else expect(result.stderr).toContain('Cannot fork');
      expect(processesWith(marker)).toEqual([]);
    });
  });

  describe('rights', () => {
    it('22. becoming root through programs that have its rights', async () => {
      const text =
        'grep -E "^(CapEff|CapPrm|CapBnd|NoNewPrivs)" /proc/self/status; su -c id; sudo -n id; mount -t tmpfs x /mnt';
      const { stdout } = await script(text);
      expect(stdout.replace(/\s+/g, ' ')).toBe(
        'CapPrm: 0000000000000000 CapEff: 0000000000000000 CapBnd: 0000000000000000 NoNewPrivs: 1 ',
      );
    });

    itFiltered('23. mounting, in all ways, and changing the root', async () => {
      const { stdout } = await perl(`
        ${systemCall('mount', FORBIDDEN_CALLS.mount, '"x"', '"/tmp"', '"tmpfs"', 0, 0)}
        ${systemCall('umount2', FORBIDDEN_CALLS.umount2, '"/usr"', 2)}
        ${systemCall('pivot_root', FORBIDDEN_CALLS.pivot_root, '"/tmp"', '"/tmp"')}
        ${systemCall('chroot', FORBIDDEN_CALLS.chroot, '"/tmp"')}
        ${systemCall('open_tree', FORBIDDEN_CALLS.open_tree, '-100', '"/usr"', 1)}
        ${systemCall('move_mount', FORBIDDEN_CALLS.move_mount, 0, '""', 0, '""', 0)}
        ${systemCall('fsopen', FORBIDDEN_CALLS.fsopen, '"proc"', 0)}
        ${systemCall('open_by_handle_at', FORBIDDEN_CALLS.open_by_handle_at, 0, 0, 0)}
      `);
      expect(withoutEperm(stdout)).toEqual([]);
      expect(stdout.split('\n')).toHaveLength(9);
    });

    itFiltered('24. new namespaces, in which it would have capabilities', async () => {
      const flags = [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000];
      const { stdout } = await perl(`
        ${flags.map((flag) => systemCall('unshare', FORBIDDEN_CALLS.unshare, flag)).join('\n')}
        ${flags.map((flag) => systemCall('clone', { x64: 56, arm64: 220 }, flag | 17, 0, 0, 0, 0)).join('\n')}
        ${systemCall('setns', FORBIDDEN_CALLS.setns, 0, 0)}
        ${systemCall('clone3', ABSENT_CALLS.clone3, 0, 0)}
      `);
      expect(withoutEperm(stdout)).toEqual(['clone3 ENOSYS']);
      expect(stdout.split('\n')).toHaveLength(17);
      expect((await script('unshare -Ur id || nsenter -t 1 -a id')).stdout).toBe('');
    });

    itFiltered('25. keys of the kernel, which no namespace separates', async () => {
      const { stdout } = await perl(`
        ${systemCall('keyctl', FORBIDDEN_CALLS.keyctl, 0, '-3', 0)}
        ${systemCall('add_key', FORBIDDEN_CALLS.add_key, '"user"', '"a"', '"b"', 1, '-3')}
        ${systemCall('request_key', FORBIDDEN_CALLS.request_key, '"user"', '"a"', 0, '-3')}
      `);
      expect(stdout).toBe('keyctl EPERM\nadd_key EPERM\nrequest_key EPERM\n');
    });

    itFiltered('26. large parts of the kernel: bpf, perf, userfaultfd, io_uring, modules, kexec', async () => {
      const names = [
        'bpf',
        'perf_event_open',
        'userfaultfd',
        'io_uring_setup',
        'io_uring_enter',
        'io_uring_register',
        'init_module',
        'finit_module',
        'kexec_load',
        'reboot',
        'swapon',
        'syslog',
      ] as const;
      const { stdout } = await perl(
        names.map((name) => systemCall(name, FORBIDDEN_CALLS[name], 0, 0, 0, 0)).join('\n'),
      );
      expect(stdout).toBe(names.map((name) => `${name} EPERM\n`).join(''));
    });

    itFiltered('27. avoiding the filter with the numbers of another system', async () => {
      if (arch === 'x64') {
        // x32: the same calls with a bit set.
        const { stdout } = await perl(systemCall('getpid', { x64: 0x40000000 | 39 }, 0));
        expect(stdout).toBe('getpid ENOSYS\n');
      }
      const path = join(root, 'program32');
      writeFileSync(path, programOf32Bit(arch));
      chmodSync(path, 0o755);
      const { stdout, exitCode } = await resultOf(run, 'shell_run', { command: './program32' });
      expect({ stdout, isHello: exitCode === 42 }).toEqual({ stdout: '', isHello: false });
    });

    itFiltered('28. typing into the terminal of the host', async () => {
      const { stdout, stderr } = await script('echo x > /dev/tty');
      expect(stdout + stderr).toContain('No such device or address');
      const requests = ['0x5412', '0x541C', '0xF00005412'];
      const calls = requests.map((request) => systemCall('ioctl', { x64: 16, arm64: 29 }, 0, request, '"x"'));
      expect((await perl(calls.join('\n'))).stdout).toBe('ioctl EPERM\n'.repeat(3));
    });
  });

  describe('network and memory', () => {
    it('29. connecting to the host, the network and abstract sockets', async () => {
      const server = createServer(answer).listen(0, '127.0.0.1');
      const abstract = createServer(answer).listen(`\0${SECRET}`);
      await Promise.all([once(server, 'listening'), once(abstract, 'listening')]);
      const { port } = server.address() as AddressInfo;
      try {
        const { stdout } = await perl(`
          use Socket;
          for my $host ("127.0.0.1", "169.254.169.254", "10.0.0.1", "8.8.8.8") {
            socket(S, PF_INET, SOCK_STREAM, 0) or die;
            print "connected to $host\\n" if connect(S, sockaddr_in(${port}, inet_aton($host)));
          }
          socket(U, PF_UNIX, SOCK_STREAM, 0) or die;
          print "abstract\\n" if connect(U, pack("S", 1) . "\\0${SECRET}");
          print "tried\\n";
        `);
        expect(stdout).toBe(callsSystem ? 'tried\n' : '');
        expect((await script('cat /proc/net/dev | grep -v lo: | tail -n +3; ls /run /var/run')).stdout).toBe('');
        // The attack works as soon as the network is shared, so the attempts are real.
        if (callsSystem) expect(await connectsWithNetwork(port)).toContain('connected');
      } finally {
        await Promise.all([closed(server), closed(abstract)]);
      }
    });

    itFiltered('30. sockets that no network namespace separates', async () => {
      const { stdout } = await perl(
        `for my $family (3, 9, 16, 17, 21, 29, 30, 38, 40, 41, 44) {
          print "$family " . (socket(S, $family, 3, 0) || socket(S, $family, 2, 0) ? "open" : $!{EAFNOSUPPORT} ? "none" : "rejected") . "\\n";
        }`,
      );
      const open = stdout.split('\n').filter((line) => line.endsWith('open'));
      // Netlink is part of the network namespace.
      expect(open).toEqual(['16 open']);
      expect(stdout.match(/none/g)).toHaveLength(10);
    });

    itFiltered('31. memory that belongs to no process', async () => {
      const { stdout } = await perl(`
        ${systemCall('memfd_create', ABSENT_CALLS.memfd_create, '"x"', 0)}
        ${systemCall('memfd_secret', ABSENT_CALLS.memfd_secret, 0)}
        ${systemCall('shmget', ABSENT_CALLS.shmget, 0, 4096, 0o1600)}
        ${systemCall('msgget', ABSENT_CALLS.msgget, 0, 0o1600)}
        ${systemCall('mq_open', ABSENT_CALLS.mq_open, '"x"', 0x42, 0o600, 0)}
      `);
      expect(stdout.match(/ENOSYS/g)).toHaveLength(5);
    });
  });

  describe('arguments', () => {
    it('32. options of bubblewrap and prlimit in the place of a command', async () => {
      for (const command of ['--share-net', '--bind', '-c', '--']) {
        const text = await ask(run, 'shell_run', { command, args: ['/', '/tmp', 'cat', secret] });
        expect(text).toContain('Exit code 127.');
        expect(text).not.toContain(SECRET);
      }
      for (const cwd of ['--share-net', '--bind', 'a.txt', 'x\ny', '$(id)']) {
        expect(await ask(run, 'shell_run', { command: 'pwd', cwd })).toContain(`There is no folder ${cwd}.`);
      }
    });

    it('33. a link in the place of the folder to run in', async () => {
      mkdirSync(join(root, 'inside'), { recursive: true });
      symlinkSync(join(outer, 'outside'), join(root, 'leads-out'));
      symlinkSync('inside', join(root, 'leads-in'));
      expect(await ask(run, 'shell_run', { command: 'cat', args: ['secret.txt'], cwd: 'leads-out' })).toContain(
        'There is no folder leads-out.',
      );
      expect(await ask(run, 'shell_run', { command: 'pwd', cwd: 'leads-in' })).toContain('/workspace/inside');
    });
  });

  async function connectsWithNetwork(port: number): Promise<string> {
    const open = shellRun({ root, network: true });
    const code = `use Socket; socket(S, PF_INET, SOCK_STREAM, 0);
      print "connected" if connect(S, sockaddr_in(${port}, inet_aton("127.0.0.1")));`;
    return (await resultOf(open, 'shell_run', { command: 'perl', args: ['-e', code] })).stdout;
  }
});

function withoutEperm(stdout: string): string[] {
  return stdout.split('\n').filter((line) => line !== '' && !line.endsWith(' EPERM'));
}

function answer(socket: Socket): void {
  socket.on('error', () => undefined).end(SECRET);
}

async function closed(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
