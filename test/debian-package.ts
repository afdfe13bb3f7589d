import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Debian packages, fetched and unpacked below `folder` and not installed, for `npm run test:long`. Returns the path of one of their programs, and the environment it
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
  for (const name of readdirSync(downloads).filter((each) => each.endsWith('.deb'))) execFileSync('dpkg', ['-x', join(downloads, name), root])
  const libraries = readdirSync(join(root, 'usr/lib'))
    .filter((each) => each.endsWith('-linux-gnu'))
    .map((each) => join(root, 'usr/lib', each))
  return { file: join(root, path), env: { LD_LIBRARY_PATH: libraries.join(':') } }
}
