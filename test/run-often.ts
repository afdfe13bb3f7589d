import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, createWriteStream, mkdirSync } from 'node:fs'

/**
 * `npm run test:often -- 10`: so many whole runs, one after another. Each leaves its output and a line of `log` in test/.runs. With `--beside` each runs beside a
 * process that keeps one core busy, as on a machine that does something else as well.
 */
const isBeside = process.argv.includes('--beside')
const wanted = Number(process.argv.slice(2).find((word) => word !== '--beside') ?? 10)
const folder = 'test/.runs'
const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
mkdirSync(folder, { recursive: true })
let green = 0
for (let number = 1; number <= wanted; number++) {
  const started = new Date()
  const file = `${folder}/${started.toISOString().replaceAll(':', '-')}.log`
  const output = createWriteStream(file)
  // It ends with this process as well: then nobody holds its other end of the pipe.
  const busy = isBeside ? spawn(process.execPath, ['test/busy.ts'], { stdio: ['pipe', 'ignore', 'inherit'] }) : null
  let last = ''
  const child = spawn(process.execPath, ['test/run.ts'], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false })
  child.stdout.on('data', (text) => {
    last = `${last}${text}`.trimEnd().split('\n').at(-1) ?? ''
  })
  const code = await new Promise<number | null>((settle) => child.once('close', settle))
  const wasBusy = busy !== null && busy.exitCode === null && busy.signalCode === null
  busy?.kill()
  output.end()
  if (code === 0) green++
  const took = `${Math.round((Date.now() - started.getTime()) / 1000)} s${wasBusy ? ' beside a busy core' : ''}`
  const line = `${started.toISOString()} ${commit} ${number}/${wanted} ${took}: ${last}\n`
  appendFileSync(`${folder}/log`, line)
  process.stdout.write(line)
}
console.log(`${green} of ${wanted} green`)
process.exitCode = green === wanted ? 0 : 1
