import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { type BackupStore, folderStore } from './backup-store.ts'
import type { BucketPlace } from './s3-backup-store.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** A store whose objects are compressed, sealed with the passphrase where there is one, and checked when they are read. */
export interface SealedStore extends BackupStore {
  isSealed: boolean
  /** With a passphrase opens sealed objects alone, each under the name it was sealed for. Rejects with DamagedCopy, also where it would unpack to more than `most` bytes. */
  get(name: string, most?: number): Promise<Buffer | null>
  /** What `put` writes, for bytes that wait on this machine: written later by `putPacked`. */
  pack(name: string, bytes: Uint8Array): Promise<Buffer>
  putPacked(name: string, packed: Buffer): Promise<void>
}

/** An object of a backup that is not what was written, or that this passphrase does not open. */
export class DamagedCopy extends Error {
  override readonly name = 'DamagedCopy'
}

/** One from before the first passphrase, or one that has a passphrase where none is set now. */
export class OtherwiseSealed extends DamagedCopy {}

export interface BackupSettings {
  /** A folder, absolute, or a bucket. */
  place: { folder: string } | { s3: BucketPlace }
  /** Null: copies are written as they are, without the secrets. */
  passphrase: string | null
}

export async function openBackupStore({ place, passphrase }: BackupSettings): Promise<SealedStore> {
  if ('folder' in place) return sealedStore(folderStore(place.folder), passphrase)
  // The S3 client is large, so it is loaded only when used.
  const { s3Store } = await import('./s3-backup-store.ts')
  return sealedStore(s3Store(place.s3), passphrase)
}

/** The first bytes of every object: as it is with its SHA-256, or sealed by AES-256-GCM with the key of a salt. */
const [plain, sealed] = [Buffer.from('VIATU1P\n'), Buffer.from('VIATU1S\n')]
const saltName = 'salt'
/** Bytes of an object, unpacked: above a video, a part of a copy and the list of one with a hundred thousand pictures. */
const usualMost = 64 * 2 ** 20

export function sealedStore(store: BackupStore, passphrase: string | null): SealedStore {
  const keys = new Map<string, Promise<Buffer>>()
  const keyOf = (salt: Buffer) => {
    const known = keys.get(salt.toString('hex'))
    const key = known ?? keyFrom(passphrase as string, salt)
    if (!known) keys.set(salt.toString('hex'), key)
    return key
  }
  // One salt for the store, so that a restore derives one key: it costs a third of a second.
  let salt: Promise<Buffer> | null = null
  const ownSalt = () => {
    // One of its own while the store does not answer: each object names its salt, and what waits here is small and sealed all the same.
    salt ??= saltOf(store).catch(() => randomBytes(16))
    return salt
  }
  const pack = async (name: string, bytes: Uint8Array) => {
    const body = await compress(bytes)
    if (passphrase === null) return Buffer.concat([plain, createHash('sha256').update(body).digest(), body])
    const [own, iv] = [await ownSalt(), randomBytes(12)]
    // The name is part of what is proven: one object cannot stand in for another.
    const cipher = createCipheriv('aes-256-gcm', await keyOf(own), iv).setAAD(Buffer.from(name))
    const text = Buffer.concat([cipher.update(body), cipher.final()])
    return Buffer.concat([sealed, own, iv, cipher.getAuthTag(), text])
  }
  const open = async (name: string, object: Buffer) => {
    const [head, rest] = [object.subarray(0, 8), object.subarray(8)]
    if (head.equals(plain)) {
      // A checksum proves nothing of who wrote it.
      if (passphrase !== null)
        throw new OtherwiseSealed(
          `${name} is not sealed, so BACKUP_PASSPHRASE does not prove it: copies from before it was set open without it alone`,
        )
      if (!createHash('sha256').update(rest.subarray(32)).digest().equals(rest.subarray(0, 32))) throw new DamagedCopy(`${name} is damaged`)
      return rest.subarray(32)
    }
    if (!head.equals(sealed)) throw new DamagedCopy(`${name} is no part of a backup`)
    if (passphrase === null) throw new OtherwiseSealed(`${name} is sealed: set BACKUP_PASSPHRASE`)
    const decipher = createDecipheriv('aes-256-gcm', await keyOf(rest.subarray(0, 16)), rest.subarray(16, 28)).setAAD(Buffer.from(name))
    decipher.setAuthTag(rest.subarray(28, 44))
    try {
      return Buffer.concat([decipher.update(rest.subarray(44)), decipher.final()])
    } catch {
      throw new DamagedCopy(`${name} is damaged, or BACKUP_PASSPHRASE is not the one it was sealed with`)
    }
  }
  return {
    isSealed: passphrase !== null,
    pack,
    putPacked: (name, packed) => store.put(name, packed),
    put: async (name, bytes) => store.put(name, await pack(name, bytes)),
    get: async (name, most = usualMost) => {
      const object = await store.get(name)
      if (!object) return null
      const body = await open(name, object)
      return decompress(body, { maxOutputLength: most }).catch(() => {
        throw new DamagedCopy(`${name} does not unpack, or to more than ${most} bytes`)
      })
    },
    list: async (prefix) => (await store.list(prefix)).filter((name) => name !== saltName),
    remove: (names) => store.remove(names),
  }
}

async function saltOf(store: BackupStore): Promise<Buffer> {
  const stored = await store.get(saltName)
  if (stored?.length === 16) return stored
  const salt = randomBytes(16)
  await store.put(saltName, salt)
  return salt
}

/** scrypt at OWASP's present minimum (promises P9). */
function keyFrom(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((settle, fail) => {
    scrypt(passphrase, salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }, (error, key) => (error ? fail(error) : settle(key)))
  })
}
