import { fork } from 'node:child_process'
import { Problem } from '#domain/problem.ts'
import { createSlots } from '#domain/slots.ts'
import { uploadLimits } from '#domain/storage.ts'
import type { Done, EncodedPicture, Pictures, Unfit, Work } from './pictures.ts'
import { refused, refuseNoPicture } from './recognise.ts'

const program = new URL('./picture-process.ts', import.meta.url)

/**
 * Encodes each picture in a process of its own, at most `atOnce` at the same time. Problem `unavailable` when `waiting` others are queued. `seconds` is the
 * timeout of a picture.
 */
export function pictureEncoder({ atOnce = 2, waiting = 20, seconds = 30 } = {}): Pictures {
  const slots = createSlots(atOnce, waiting)
  return {
    encode: async (bytes, name, { withPreview }) => {
      if (bytes.byteLength > uploadLimits.pictureBytes) throw new Problem('file_too_large', { detail: `${uploadLimits.pictureBytes / 2 ** 20} MB` })
      await refuseNoPicture(bytes, name)
      const done = await slots.take(() => inProcess({ bytes, withPreview }, seconds))
      if (done === 'late') throw refused(name, 'took too long to read. Please send a smaller picture.')
      if ('refusal' in done) throw refused(name, wordsOf(done))
      return done.picture
    },
  }
}

function inProcess(work: Work, seconds: number): Promise<Done | 'late'> {
  return new Promise((settle) => {
    // An empty environment: the process gets no settings and no secrets.
    const child = fork(program, { serialization: 'advanced', execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    let done: Done | 'late' = { refusal: 'unreadable' }
    const late = setTimeout(() => {
      done = 'late'
      child.kill('SIGKILL')
    }, seconds * 1000)
    child.once('message', (message) => {
      done = message as Done
    })
    // Without a message the process crashed, and the picture is at fault.
    child.once('close', () => {
      clearTimeout(late)
      settle(done)
    })
    child.once('error', () => child.kill('SIGKILL'))
    child.send(work, () => {})
  })
}

const words: Record<Unfit, (size: Partial<Pick<EncodedPicture, 'width' | 'height'>>) => string> = {
  unreadable: () => 'is damaged or incomplete. Please send it again, or another copy of it.',
  too_many_pixels: ({ width, height }) =>
    `has ${width} x ${height} pixels, which is more than we can read. Please make it smaller: 2000 pixels on the longer side are plenty.`,
  wrong_sides: ({ width, height }) => `has ${width} x ${height} pixels. Please send a picture with sides from 50 to 16,000 pixels.`,
}

function wordsOf({ refusal, width, height }: Extract<Done, { refusal: Unfit }>): string {
  return words[refusal]({ width, height })
}
