import { useEffect, useRef, useState } from 'react'
import { type UploadKind, uploadRefusal } from '#domain/storage.ts'
import type { KeptFile } from '#features/files/keep-file.ts'
import { adminUploadUrl } from '#web/admin/panel-addresses.ts'
import { sendFile } from '#web/admin/send-file.ts'

export interface Upload {
  file: File
  /** The sent part, 0 to 1; at 1 the server is processing the file. */
  part: number
  /** The error; null while it is being sent. */
  reason: string | null
  /** The type or size is not allowed: trying again would not help. */
  isRefused?: boolean
}

/** Uploads one file at a time. `onKept` gets the address of the stored file. */
export function useUpload(bucket: string, kind: UploadKind, onKept: (url: string) => void) {
  const [upload, setUpload] = useState<Upload | null>(null)
  const sending = useRef<{ stop: () => void } | null>(null)
  useEffect(() => () => sending.current?.stop(), [])

  const cancel = () => {
    sending.current?.stop()
    sending.current = null
    setUpload(null)
  }
  const send = async (file: File) => {
    cancel()
    const refusal = uploadRefusal(kind, file)
    if (refusal) return setUpload({ file, part: 0, reason: refusal, isRefused: true })
    setUpload({ file, part: 0, reason: null })
    const ownUpload = sendFile(adminUploadUrl, file, (part) => sending.current === ownUpload && setUpload({ file, part, reason: null }), { bucket })
    sending.current = ownUpload
    const sent = await ownUpload.sent
    // It was cancelled, or another file was chosen.
    if (sending.current !== ownUpload) return
    sending.current = null
    if (!sent.ok) return setUpload({ file, part: 0, reason: sent.reason })
    setUpload(null)
    onKept((sent.kept as KeptFile).public_url)
  }
  return { upload, send: (file: File) => void send(file), cancel }
}
