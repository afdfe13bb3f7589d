/** A file of tests that was run. */
export interface RunFile {
  project: string
  name: string
  tests: number
  /** With all that it imported and prepared. */
  seconds: number
}

/** Says how quick a run was: the tests per second of each project, counted in seconds of the processes that ran them, and the ten slowest files. */
export function paceOf(files: RunFile[]): string {
  const projects = [...Map.groupBy(files, ({ project }) => project)].map(([project, of]) => {
    const [tests, seconds] = [sum(of.map(({ tests }) => tests)), sum(of.map(({ seconds }) => seconds))]
    return `${column(project, 10)}${column(`${tests} tests`, 12)}${column(`${seconds.toFixed(0)} s`, 8)}${(tests / Math.max(seconds, 0.001)).toFixed(1)} a second`
  })
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  return [...projects, '', 'the slowest files', ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)].join('\n')
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)
const column = (text: string, width: number) => text.padEnd(width)
