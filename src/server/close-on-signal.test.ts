import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'

const module = new URL('./close-on-signal.ts', import.meta.url).href
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A process that closes by this code; what it says, line by line, and its exit code. */
async function opened(stop: string) {
  const script = `
    const { closeOnSignal } = await import('${module}')
    closeOnSignal(${stop})
    setInterval(() => {}, 1000)
    console.log('open')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const lines: string[] = []
  const heard = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    heard.resolve()
  })
  const code = new Promise((settle) => child.once('close', settle))
  await heard.promise
  return { lines, code, signal: (name: NodeJS.Signals) => child.kill(name) }
}

describe('a signal', () => {
  it.each([
    ['SIGTERM', 'async () => {}', 0],
    ['SIGINT', 'async () => {}', 0],
    ['SIGTERM', "async () => { throw new Error('the lid is stuck') }", 1],
  ] as const)('%s closes by %s and ends with %i', async (name, stop, code) => {
    const shop = await opened(stop)
    shop.signal(name)
    expect(await shop.code).toBe(code)
    expect(shop.lines).toEqual(['open', 'Closing the shop ...'])
  })

  it('that npm passes on is the same Ctrl-C; one that comes later ends at once', async () => {
    const shop = await opened('() => new Promise(() => {})')
    shop.signal('SIGINT')
    shop.signal('SIGINT')
    await expect.poll(() => shop.lines).toEqual(['open', 'Closing the shop ...'])
    await expect
      .poll(
        () => {
          shop.signal('SIGINT')
          return shop.lines.at(-1)
        },
        { timeout: 10_000 },
      )
      .toBe('Stopped without waiting.')
    expect(await shop.code).toBe(130)
    expect(shop.lines).toHaveLength(3)
  })
})
