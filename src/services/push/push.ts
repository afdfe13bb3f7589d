declare module '#core/context.ts' {
  interface Services {
    /** Only the job that sends alerts, and a test of it, talk to it. */
    push: Push
  }
}

/** Sends messages to browsers through the push services of their makers (Web Push, RFC 8030). */
export interface Push {
  /** A new pair of keys that proves to push services whose messages these are (RFC 8292): base64url. */
  makeKeys(): Promise<PushKeys>
  /** Whether an endpoint may be one of the public web, by its text and its name's addresses: https, on its usual port. */
  mayReach(endpoint: string): Promise<boolean>
  /** Never throws. The message is encrypted for the device alone (RFC 8291). */
  send(message: PushMessage): Promise<PushAnswer>
}

export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** What a browser gives who is to push to it. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushMessage {
  to: PushTarget
  keys: PushKeys
  /** Whom push services write to about them: an https: or mailto: address. */
  contact: string
  /** At most some 3,900 bytes. */
  payload: string
  /** A message with the same topic takes the place of one that the device has not got yet: up to 32 letters of base64url. */
  topic: string
}

/**
 * `gone`: the device takes none any more. `later`: not now, and after how many seconds where the service says so. `never`: this message is refused. Codes hold no address.
 */
export type PushAnswer =
  | { outcome: 'sent' }
  | { outcome: 'gone'; code: string }
  | { outcome: 'later'; code: string; seconds: number | null }
  | { outcome: 'never'; code: string }

/** Seconds for which a push service keeps a message for a device that is off. */
export const pushSeconds = 24 * 60 * 60
