import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Debian packages, fetched and unpacked below `folder` and not installed, for `npm run proof`. Returns the path of one of their programs, and the environment it
 * runs in. Throws where apt-get or the packages are not there.
 */
export function debianProgram(folder: string, packages: string[], path: string): { file: string; env: Record<string, string> } {
  const downloads = mkdtempSync(join(folder, 'debian-'))
  // apt-get fetches as a user of its own.
  chmodSync(downloads, 0o777)
  const { status, error, stderr } = spawnSync('apt-get', ['download', ...packages], { cwd: downloads, encoding: 'utf8' })
  if (status !== 0) throw new Error(`This test needs the Debian packages ${packages.join(', ')}, and apt-get download failed: ${error ?? stderr}`)
  const root = join(downloads, 'root')
  mkdirSync(root, { mode: 0o755 })
  chmodSync(downloads, 0o755)
  for (const deb of globSync(join(downloads, '*.deb'))) execFileSync('dpkg', ['-x', deb, root])
  const libraries = globSync(join(root, 'usr/lib/*-linux-gnu'))
  return { file: join(root, path), env: { LD_LIBRARY_PATH: libraries.join(':') } }
}
