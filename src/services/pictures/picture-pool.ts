import { fork } from 'node:child_process'
import { createSlots } from '#domain/slots.ts'
import type { Tasks } from './picture-process.ts'

const program = new URL('./picture-process.ts', import.meta.url)

interface Bounds {
  atOnce: number
  /** With so many in the queue, another is refused: Problem `unavailable`. */
  waiting: number
  /** A process that takes longer is killed. */
  seconds: number
}
/** What the process returned; null where the picture broke it, `late` where it was killed. */
type Outcome<Done> = Done | null | 'late'

/** Does one task of picture-process.ts on picture after picture, each in a process of its own. */
export function picturePool<Task extends keyof Tasks>(task: Task, { atOnce, waiting, seconds }: Bounds) {
  const slots = createSlots(atOnce, waiting)
  return (work: Tasks[Task]['work']) => slots.take(() => inProcess<Tasks[Task]['done']>({ task, work }, seconds))
}

function inProcess<Done>(order: object, seconds: number): Promise<Outcome<Done>> {
  return new Promise((settle) => {
    // An empty environment: the process gets no settings and no secrets.
    const child = fork(program, { serialization: 'advanced', execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    let outcome: Outcome<Done> = null
    const late = setTimeout(() => {
      outcome = 'late'
      child.kill('SIGKILL')
    }, seconds * 1000)
    child.once('message', (done) => {
      outcome = done as Done | null
    })
    child.once('close', () => {
      clearTimeout(late)
      settle(outcome)
    })
    child.once('error', () => child.kill('SIGKILL'))
    child.send(order, () => {})
  })
}
