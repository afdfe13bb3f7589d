import { useCallback, useRef, useState } from 'react'
import { uploadRefusal } from '#domain/storage.ts'
import { productPicturesUrl } from '#web/admin/panel-addresses.ts'
import { sendFile } from '#web/admin/send-file.ts'

export interface Upload {
  key: number
  file: File
  /** An object URL of the file. */
  preview: string
  state: 'waiting' | 'sending' | 'failed'
  /** 0 to 1. */
  part: number
  reason?: string
  /** The type or size is not allowed: trying again would not help. */
  isRefused?: boolean
}

export interface Uploads {
  uploads: Upload[]
  add: (files: Iterable<File>) => void
  drop: (key: number) => void
  /** Removes all. */
  clear: () => void
  /** Sends the waiting files, or one that failed, in order. Resolves with the number of failed uploads. */
  send: (productId: string, key?: number) => Promise<number>
}

/** Pictures that are chosen but not stored yet. They are sent one after the other, because their order is the gallery's. */
export function useUploads(): Uploads {
  const [uploads, setUploads] = useState<Upload[]>([])
  const lastKey = useRef(0)
  const current = useRef<Upload[]>([])
  const write = useCallback((change: (before: Upload[]) => Upload[]) => {
    current.current = change(current.current)
    setUploads(current.current)
  }, [])
  const change = (key: number, changes: Partial<Upload>) => write((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  const drop = (key: number) => {
    const gone = current.current.find((each) => each.key === key)
    if (gone) URL.revokeObjectURL(gone.preview)
    write((all) => all.filter((each) => each.key !== key))
  }
  const add = (files: Iterable<File>) =>
    write((all) => [
      ...all,
      ...[...files].map((file): Upload => {
        lastKey.current += 1
        const reason = uploadRefusal('picture', file)
        const refused = reason !== null && { state: 'failed' as const, isRefused: true, reason }
        return { key: lastKey.current, file, preview: URL.createObjectURL(file), state: 'waiting', part: 0, ...refused }
      }),
    ])
  const clear = useCallback(() => {
    for (const { preview } of current.current) URL.revokeObjectURL(preview)
    if (current.current.length > 0) write(() => [])
  }, [write])
  const send = async (productId: string, only?: number) => {
    const wanted = current.current.filter(({ key, state }) => (only === undefined ? state === 'waiting' : key === only))
    for (const { key, file } of wanted) {
      change(key, { state: 'sending', part: 0, reason: undefined })
      const sent = await sendFile(productPicturesUrl(productId), file, (part) => change(key, { part })).sent
      if (sent.ok) {
        drop(key)
        markListStale()
      } else change(key, { state: 'failed', reason: sent.reason })
    }
    return current.current.filter(({ state }) => state === 'failed').length
  }
  return { uploads, add, drop, clear, send }
}

/** Set when an action in a dialog has changed the list below it. Browser only. */
let isStale = false

function markListStale(): void {
  isStale = true
}

export function listIsStale(): boolean {
  return isStale
}

/** Loads the list and clears the stale mark. */
export async function freshList<T>(load: () => Promise<T>): Promise<T> {
  const list = await load()
  isStale = false
  return list
}
