/** Where letters go. */
export interface Mailer {
  /** 'sent': a mail server has taken it. 'kept': it stays in the outbox of this machine. Throws MailFailure. */
  send(mail: OutgoingMail): Promise<'sent' | 'kept'>
  close(): Promise<void>
}

/** Letters that may be on their way at the same time, each on a connection of its own. */
export const emailsAtOnce = 5

export interface OutgoingMail {
  /** The left half of its Message-ID: the same at every try, so that a second copy is recognised as one. */
  id: string
  to: string
  subject: string
  html: string
  text: string
}

/** Why a letter did not go out. The message may name the address: it is for the row, not for the log. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  /** No later try will end differently: the server refuses this recipient or this letter. */
  readonly isFinal: boolean
  /** What may be logged: the kind of failure and the server's number, such as 'EENVELOPE 550'. */
  readonly code: string

  constructor(message: string, { isFinal, code, cause }: { isFinal: boolean; code: string; cause?: unknown }) {
    super(message, { cause })
    this.isFinal = isFinal
    this.code = code
  }
}
