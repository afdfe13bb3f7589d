import { useState } from 'react'

/** The files of a form, by the names of their fields, and whether one is still on its way. */
export function useFiles<Name extends string>(first: Record<Name, string | null>) {
  const [files, setFiles] = useState(first)
  const [sending, setSending] = useState<Partial<Record<Name, boolean>>>({})
  const fileProps = (name: Name) => ({
    name,
    value: files[name] ?? null,
    onChange: (url: string | null) => setFiles((before) => ({ ...before, [name]: url })),
    onSending: (isSending: boolean) => setSending((before) => ({ ...before, [name]: isSending })),
  })
  return { files, fileProps, isSending: Object.values(sending).some(Boolean) }
}
