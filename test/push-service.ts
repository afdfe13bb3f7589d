import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Push, pushSeconds, webPush } from '#services/push/push.ts'
import { openWebSite } from './web-site.ts'

export interface Pushed {
  /** Of the device. */
  path: string
  /** The decrypted message. */
  message: Record<string, unknown>
  /** Whose signature it carries. */
  publicKey: string
  topic: string
}

/** A browser that takes pushes: its keys are its own. */
export interface Device {
  path: string
  subscription: { endpoint: string; p256dh: string; auth: string }
}

/** A push service (RFC 8030): takes messages for its devices, checks who has signed them (RFC 8292) and decrypts them with the keys of the device (RFC 8291). */
export async function openPushService() {
  const devices = new Map<string, { decrypt(body: Buffer): string }>()
  const taken: Pushed[] = []
  /** How it answers the next ones to a device: a status, with Retry-After; `silent` never answers. */
  const answers = new Map<string, (number | 'silent' | { status: number; headers: Record<string, string> })[]>()
  const site = await openWebSite((path, response, request) => void take(path, response, request))

  async function take(path: string, response: ServerResponse, request: Parameters<Parameters<typeof openWebSite>[0]>[2]) {
    const body = await buffer(request)
    const answer = answers.get(path)?.shift() ?? 201
    if (answer === 'silent') return
    const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer
    const device = devices.get(path)
    if (status < 300 && device) {
      const publicKey = signerOf(String(request.headers.authorization), site.origin)
      const { topic, ttl } = request.headers
      if (Number(ttl) !== pushSeconds || request.headers['content-encoding'] !== 'aes128gcm') throw new Error('not a push')
      taken.push({ path, message: JSON.parse(device.decrypt(body)), publicKey, topic: String(topic) })
    }
    response.writeHead(device ? status : 404, headers).end()
  }

  return {
    taken,
    /** The requests it received, also those that it refused. */
    asked: site.asked,
    answers,
    exceptions: site.exceptions,
    /** What the shop reaches it by. */
    push: (deadlineMs = 5_000): Push => webPush({ ...site.exceptions, deadlineMs }),
    device(): Device {
      const path = `/${randomBytes(9).toString('base64url')}`
      const keys = newDeviceKeys()
      devices.set(path, keys)
      return { path, subscription: { endpoint: site.origin + path, p256dh: keys.p256dh, auth: keys.auth } }
    },
    close: site.close,
  }
}

/** The keys of a device, as its browser makes them. */
export function newDeviceKeys() {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
    decrypt(body: Buffer): string {
      const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const key = hkdfSync('sha256', own.computeSecret(sender), auth, info, 32)
      const derived = (name: string, length: number) => Buffer.from(hkdfSync('sha256', Buffer.from(key), salt, `Content-Encoding: ${name}\0`, length))
      const sealed = body.subarray(21 + sender.length)
      const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12)).setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString()
    },
  }
}

/** The public key of the shop whose signature holds, for this service and no longer than a day. */
function signerOf(authorization: string, origin: string): string {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const signed = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const isSigned = verify('sha256', Buffer.from(`${header}.${claims}`), signed, Buffer.from(signature, 'base64url'))
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (!isSigned || aud !== origin || exp > Date.now() / 1000 + 86_400 || !String(sub).startsWith('mailto:'))
    throw new Error('not signed for this service')
  return key
}
