import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'

export interface Proof {
  /** One sentence in the words of a merchant; it is the key of the row. */
  promise: string
  /** What runs it again, such as `npx viatu drill`. */
  command: string
  /** What this run counted or timed. */
  figure: string
}

/** Writes what a run has shown into docs/generated/promises.md, in place of the row with the same promise. Only where VIATU_RECORD=1 asks for it, so that `npm test` changes no file. */
export function recordPromise(proof: Proof, file = 'docs/generated/promises.md') {
  if (process.env.VIATU_RECORD !== '1') return
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  // A row that the same run has written before is no change of the shop.
  const commit = git('describe', '--always') + (git('status', '--porcelain', '--', '.', `:!${file}`) ? '-dirty' : '')
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${cpus()[0]?.model ?? 'unknown processor'}`
  writeFileSync(file, withProof(readFileSync(file, 'utf8'), proof, [new Date().toISOString().slice(0, 10), commit, machine]))
}

/** @param run date, commit and machine */
export function withProof(page: string, { promise, command, figure }: Proof, run: [date: string, commit: string, machine: string]): string {
  const row = `| ${[promise, `\`${command}\``, figure, ...run].map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  const lines = page.trimEnd().split('\n')
  const at = lines.findIndex((line) => line.startsWith(`| ${promise.replaceAll('|', '\\|')} |`))
  if (at < 0) lines.push(row)
  else lines[at] = row
  return `${lines.join('\n')}\n`
}
