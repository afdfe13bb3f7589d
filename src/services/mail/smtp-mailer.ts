import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createTransport, type SMTPTransportOptions } from 'nodemailer'
import { isLoopbackHost } from '#domain/loopback.ts'
import { isOneAddress } from '#domain/mail.ts'
import { emailsAtOnce, type Mailer, MailFailure, type OutgoingMail } from '#services/mail/mailer.ts'
import { type Exceptions, isPublicAddress, publicLookup } from '#services/web-files/public-web.ts'

export interface SmtpSettings {
  /** smtps://user:password@host:port for implicit TLS; smtp:// uses STARTTLS, without which nothing goes to another machine. */
  url: string
  /** Sender of e-mails, and address for replies. */
  from: { name: string; address: string }
  replyTo: string
  /** Set where only servers on the public Internet may be connected to. */
  onlyPublic?: Exceptions | undefined
}

/** Timeouts in milliseconds: connection, silence of the server, and a whole e-mail (promises §5). */
const smtpTimeouts = { connect: 10_000, silence: 10_000, whole: 20_000 }

/** The mailer for SMTP, through nodemailer with a connection pool. */
export function createSmtpMailer({ url, from, replyTo, onlyPublic }: SmtpSettings, timeouts = smtpTimeouts): Mailer {
  const transport = createTransport({
    // E-mails hold names and links that open accounts: never unencrypted, unless the URL allows it (?requireTLS=false) or the server is on this machine.
    requireTLS: leavesThisMachine(url),
    pool: true,
    url,
    maxConnections: emailsAtOnce,
    // One retry on a new connection when the server has dropped a pooled one; all other retries are the job's.
    maxRequeues: 1,
    connectionTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    greetingTimeout: timeouts.silence,
    socketTimeout: timeouts.silence,
    ...(onlyPublic && { getSocket: publicSocket(onlyPublic, timeouts.connect) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // A pooled connection may break while idle; the next e-mail notices.
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
          // Suppresses out-of-office replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(timeouts.whole),
        })
      } catch (error) {
        throw failureOf(error)
      }
      return 'sent'
    },
    close: async () => transport.close(),
  }
}

function leavesThisMachine(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'smtp:' && !isLoopbackHost(hostname)
}

/** A second check before sending; the database refuses header injection as well. */
function refuseInjection({ to, subject }: OutgoingMail) {
  const safe = isOneAddress(to) && !/\p{Cc}/u.test(subject)
  if (!safe) throw new MailFailure('an address or a subject that is more than one line', { isFinal: true, code: 'EINJECTION' })
}

interface SmtpError extends Error {
  code?: string
  /** The server's SMTP reply code. */
  responseCode?: number
  /** The SMTP command that failed. */
  command?: string
}

/**
 * A 5xx about the recipient or the e-mail is final, except 503, which is about the session. Everything else is retried: connection errors, timeouts and
 * 4xx may resolve by themselves, and a 5xx about our name, password or sender once the settings are corrected.
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

/** Opens nodemailer's connections, to public addresses alone: a server that was entered in the panel must not be a way into the network of the machine (SSRF). */
function publicSocket({ resolve, reachable = [] }: Exceptions, timeoutMs: number): NonNullable<SMTPTransportOptions['getSocket']> {
  async function open(host: string, port: number): Promise<Socket> {
    const signal = AbortSignal.timeout(timeoutMs)
    const mayReach = (address: string) => isPublicAddress(address) || reachable.includes(`${address}:${port}`)
    const socket = connect({ host, port, lookup: await publicLookup(host, mayReach, signal, resolve) })
    try {
      await once(socket, 'connect', { signal })
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
  return ({ host = '', port }, answer) => {
    open(host, Number(port)).then(
      (connection) => answer(null, { connection }),
      (error) => answer(error),
    )
  }
}
