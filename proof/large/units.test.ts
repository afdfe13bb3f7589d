import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('systemd has nothing to say against the units, whose programs are there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'viatu-units-'))
  const units = (await readdir('deploy')).filter((name) => name.endsWith('.service'))
  expect(units).toEqual(['viatu-cache.service', 'viatu@.service'])
  for (const unit of units) {
    const text = await readFile(join('deploy', unit), 'utf8')
    const [file = '', ...args] = /^ExecStart=\/srv\/viatu\/(.*)$/m.exec(text)?.[1]?.split(' ') ?? []
    for (const path of [file, ...args.filter((each) => each.startsWith('src/') || each.startsWith('./'))]) await readFile(path)
    const copy = join(folder, unit.replace('@', '@3000'))
    await writeFile(copy, text.replaceAll('/srv/viatu', resolve('.')))
    const { stdout, stderr } = await promisify(execFile)('systemd-analyze', ['verify', copy])
    expect([unit, stdout + stderr]).toEqual([unit, ''])
  }
  await rm(folder, { recursive: true })
})
