declare module '#core/context.ts' {
  interface Services {
    /** Only the job that sends letters talks to it; verbs write letters down (features/mail/message-queue.ts). */
    mailer: Mailer
  }
}

/** Sends e-mails. */
export interface Mailer {
  /** 'sent': a mail server has accepted it. 'kept': it stays in the demo's outbox. Throws MailFailure. */
  send(mail: OutgoingMail): Promise<'sent' | 'kept'>
  close(): Promise<void>
}

/** Maximum e-mails sent at the same time, each on its own connection. */
export const emailsAtOnce = 5

export interface OutgoingMail {
  /** The local part of its Message-ID: the same at every try, so that mail clients recognise a duplicate. */
  id: string
  to: string
  subject: string
  html: string
  text: string
}

/** A failed e-mail. The message may contain the address: it is stored in the row and never logged. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  /** A retry is pointless: the server refuses this recipient or this e-mail. */
  readonly isFinal: boolean
  /** Safe to log: the kind of failure and the server's code, such as 'EENVELOPE 550'. */
  readonly code: string

  constructor(message: string, { isFinal, code, cause }: { isFinal: boolean; code: string; cause?: unknown }) {
    super(message, { cause })
    this.isFinal = isFinal
    this.code = code
  }
}

/** Replaces the mail server in the demo: the e-mail is already a row, which the outbox page shows. */
export const outbox: Mailer = {
  send: async () => 'kept',
  close: async () => {},
}
