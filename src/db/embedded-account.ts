import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The system user that runs the embedded server. PostgreSQL refuses root, so root starts it as another user. */
export interface Account {
  ids: { uid: number; gid: number } | null
  /** That user cannot reach the files, for instance below root's home: see `commandAs`. */
  walled: boolean
}

/** @param paths directories that the server must be able to reach */
export async function account(paths: string[]): Promise<Account> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return { ids: null, walled: false }
  return { ids: idsOf('postgres') ?? made('postgres') ?? idsOf('nobody'), walled: !paths.every(isOpenPath) }
}

/** All that PostgreSQL's programs learn of this process: where programs, libraries and folders are, zone and locale. The shop's settings are secrets, and none of theirs. */
const environment = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'TZ',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
]

/**
 * The command as that user. Where the user cannot reach the files, `setpriv` (util-linux) leaves the server the capability to traverse directories
 * (dac_override); the process is still not root.
 */
export function commandAs(
  { ids, walled }: Account,
  file: string,
  args: string[],
): { command: string; args: string[]; ids: Account['ids']; env: NodeJS.ProcessEnv } {
  const env = Object.fromEntries(environment.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
  if (!ids || !walled) return { command: file, args, ids, env }
  const drop = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups', '--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override']
  return { command: 'setpriv', args: [...drop, '--', file, ...args], ids: null, env }
}

function idsOf(name: string): { uid: number; gid: number } | null {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] })))
    return { uid: uid as number, gid: gid as number }
  } catch {
    return null
  }
}

function made(name: string): { uid: number; gid: number } | null {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], { stdio: 'ignore' })
  } catch {
    return null
  }
  return idsOf(name)
}

function isOpenPath(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0 && statSync(at).isDirectory()) return false
    if (at === dirname(at)) return true
  }
}
