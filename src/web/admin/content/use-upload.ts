import { useEffect, useRef, useState } from 'react'
import { type UploadKind, uploadRefusal } from '#domain/upload.ts'
import type { KeptFile } from '#features/files/keep-file.ts'
import { adminUploadUrl } from '#web/addresses.ts'
import { sendFile } from '#web/admin/upload/send-file.ts'

export interface Upload {
  file: File
  /** 0 to 1; at 1 the shop works on it. */
  part: number
  /** Why it did not arrive; null while it is on its way. */
  reason: string | null
  /** Of a kind or size that is never taken: trying again would change nothing. */
  isRefused?: boolean
}

/** The one file that is on its way to a field. `onKept` hears the address that it is kept under. */
export function useUpload(bucket: string, kind: UploadKind, onKept: (url: string) => void) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const sending = useRef<{ stop: () => void } | null>(null)
  useEffect(() => () => sending.current?.stop(), [])

  const drop = () => {
    sending.current?.stop()
    sending.current = null
    setUpload(null)
  }
  const send = async (file: File) => {
    drop()
    const refusal = uploadRefusal(kind, file)
    if (refusal) return setUpload({ file, part: 0, reason: refusal, isRefused: true })
    setUpload({ file, part: 0, reason: null })
    const mine = sendFile(adminUploadUrl, file, (part) => sending.current === mine && setUpload({ file, part, reason: null }), { bucket })
    sending.current = mine
    const sent = await mine.sent
    // Given up, or another file was chosen meanwhile.
    if (sending.current !== mine) return
    sending.current = null
    if (!sent.ok) return setUpload({ file, part: 0, reason: sent.reason })
    setUpload(null)
    onKept((sent.kept as KeptFile).public_url)
  }
  return { upload, send: (file: File) => void send(file), drop }
}
