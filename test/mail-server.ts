import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest'

type Step = 'mail' | 'rcpt' | 'data'

export interface MailServer {
  url: string
  port: number
  /** The accepted e-mails, parsed, in order. */
  taken: (Email & { envelopeTo: string[] })[]
  /** The next answer at this step, once: an SMTP code, or no answer at all. */
  answer(step: Step, code: number | 'silence', text?: string): void
  /** The same for every later e-mail. */
  always(step: Step, code: number | 'silence', text?: string): void
  stop(): Promise<void>
}

/** A real SMTP server with scripted answers, closed after the test. */
export async function startMailServer({ port = 0, ...options }: SMTPServerOptions & { port?: number } = {}): Promise<MailServer> {
  const taken: MailServer['taken'] = []
  const once: [Step, number | 'silence', string][] = []
  const ever = new Map<Step, [number | 'silence', string]>()
  const step = (name: Step, next: (error?: Error | null) => void) => {
    const place = once.findIndex(([at]) => at === name)
    const [code, text] = place >= 0 ? (once.splice(place, 1)[0] as [Step, number | 'silence', string]).slice(1) : (ever.get(name) ?? [250, ''])
    if (code === 'silence') return
    next(code === 250 ? null : Object.assign(new Error(String(text)), { responseCode: code }))
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onMailFrom: (_address, _session, next) => step('mail', next),
    onRcptTo: (_address, _session, next) => step('rcpt', next),
    onData: async (stream, session, next) => {
      const pieces = await stream.toArray().catch(() => null)
      // The client broke off in the middle.
      if (pieces === null) return
      const raw = Buffer.concat(pieces)
      step('data', (error) => {
        if (error) return next(error)
        void PostalMime.parse(raw).then((email) => {
          taken.push({ ...email, envelopeTo: session.envelope.rcptTo.map(({ address }) => address) })
          next()
        })
      })
    },
    ...options,
  })
  // Some tests disconnect in the middle.
  server.on('error', () => {})
  await new Promise<void>((settle) => server.listen(port, '127.0.0.1', settle))
  const bound = (server.server.address() as AddressInfo).port
  const stop = () => new Promise<void>((settle) => server.close(settle))
  onTestFinished(stop)
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    taken,
    answer: (name, code, text = 'no') => once.push([name, code, text]),
    always: (name, code, text = 'no') => ever.set(name, [code, text]),
    stop,
  }
}

/** The server complains about the certificate that comes with it, whose key everybody knows. */
export function expectKnownCertificate() {
  beforeEach(() => void vi.mocked(console.error).mockImplementation(() => {}))
  afterEach(() => void vi.mocked(console.error).mockClear())
}
