import { createTransport } from 'nodemailer'
import { isOneAddress } from '#domain/mail.ts'
import { emailsAtOnce, type Mailer, MailFailure, type OutgoingMail } from '#services/mail/mailer.ts'

export interface SmtpSettings {
  /** smtps://user:password@host:port for TLS from the first byte; smtp:// begins in the open and is upgraded where the server can. */
  url: string
  /** Who letters are from, and where answers to them go. */
  from: { name: string; address: string }
  replyTo: string
}

/** Milliseconds: until a server answers at all, the longest silence, and the longest a letter may take from begin to end (promises §5). */
export const smtpPatience = { connect: 10_000, silence: 10_000, whole: 20_000 }

/** The real one: SMTP through nodemailer, over a few connections that are kept. */
export function createSmtpMailer({ url, from, replyTo }: SmtpSettings, patience = smtpPatience): Mailer {
  const transport = createTransport({
    // A password never travels in the open, unless the address itself says otherwise (?requireTLS=false) or the server is on this machine.
    requireTLS: sendsPassword(url),
    pool: true,
    url,
    maxConnections: emailsAtOnce,
    // A kept connection that the server has dropped meanwhile is replaced once; all other patience is the job's.
    maxRequeues: 1,
    connectionTimeout: patience.connect,
    dnsTimeout: patience.connect,
    greetingTimeout: patience.silence,
    socketTimeout: patience.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // A kept connection may break while nothing is being sent: the next letter finds out.
  transport.on('error', () => {})
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    send: async (mail) => {
      refuseInjection(mail)
      try {
        await transport.sendMail({
          messageId: `<${mail.id}@${domain}>`,
          from,
          replyTo,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          // No out-of-office should answer a letter that nobody wrote by hand (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(patience.whole),
        })
      } catch (error) {
        throw failureOf(error)
      }
      return 'sent'
    },
    close: async () => transport.close(),
  }
}

function sendsPassword(url: string): boolean {
  const { protocol, password, hostname } = new URL(url)
  return protocol === 'smtp:' && password !== '' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The rows refuse it too; what reaches the wire is looked at once more. */
function refuseInjection({ to, subject }: OutgoingMail) {
  const safe = isOneAddress(to) && !/\p{Cc}/u.test(subject)
  if (!safe) throw new MailFailure('an address or a subject that is more than one line', { isFinal: true, code: 'EINJECTION' })
}

interface SmtpError extends Error {
  code?: string
  /** The three digits that the server answered with. */
  responseCode?: number
  /** During which command. */
  command?: string
}

/**
 * A 5xx about the recipient or the letter is for ever, save 503, which is about the conversation. Everything else passes: connections, time-outs and 4xx by themselves, and a 5xx to our name,
 * password or sender when somebody mends the settings.
 */
function failureOf(cause: unknown): MailFailure {
  const { message, code = 'EUNKNOWN', responseCode = 0, command = '' } = cause as SmtpError
  const aboutThisLetter = command === 'RCPT TO' || command === 'DATA'
  const unsendable = command === 'API' && code === 'EENVELOPE'
  return new MailFailure(message, {
    isFinal: (responseCode >= 500 && responseCode !== 503 && aboutThisLetter) || unsendable,
    code: responseCode ? `${code} ${responseCode}` : code,
    cause,
  })
}
