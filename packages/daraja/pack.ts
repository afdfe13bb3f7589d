import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/**
 * `npm run pack -w @viatu/daraja [-- <folder>]`: the package as npm publishes it. In the repository its exports are TypeScript, which Node strips; below
 * `node_modules` it does not, so what is published is compiled. Leaves the compiled package in `dist`, and its tarball in the folder (`dist` unless told).
 */
const here = import.meta.dirname
const dist = join(here, 'dist')
const own = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const folder = resolve(process.argv[2] ?? dist)

rmSync(dist, { recursive: true, force: true })
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
execFileSync(process.execPath, [tsc, '--project', join(here, 'tsconfig.json')], { stdio: 'inherit' })
cpSync(join(here, 'src/simulator/phone/assets'), join(dist, 'simulator/phone/assets'), { recursive: true })
cpSync(join(here, 'README.md'), join(dist, 'README.md'))
cpSync(join(here, 'examples'), join(dist, 'examples'), { recursive: true })
cpSync(join(here, '../../LICENSE'), join(dist, 'LICENSE'))
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published(), null, 2)}\n`)
mkdirSync(folder, { recursive: true })
execFileSync('npm', ['pack', dist, '--ignore-scripts', '--silent', '--pack-destination', folder], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})

/** The same package, with compiled files in place of sources. */
function published() {
  const { scripts: _scripts, devDependencies: _devDependencies, exports, bin, ...rest } = own
  const compiled = (path: string) => path.replace('./src/', './').replace(/\.ts$/, '')
  return {
    ...rest,
    exports: Object.fromEntries(
      Object.entries<string>(exports).map(([name, path]) => [name, { types: `${compiled(path)}.d.ts`, default: `${compiled(path)}.js` }]),
    ),
    bin: Object.fromEntries(Object.entries<string>(bin).map(([name, path]) => [name, `${compiled(path)}.js`])),
  }
}
