import { useEffect, useId, useRef, useState } from 'react'
import { type Bucket, type UploadKind, uploadKinds, uploadRefusal } from '#domain/storage.ts'
import type { KeptFile } from '#features/files/keep-file.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field, FieldError } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { adminUploadUrl } from '#web/admin/panel-addresses.ts'
import { sendFile } from '#web/admin/send-file.ts'
import { useIntoView } from '#web/admin/use-panel.ts'

interface MediaFieldProps {
  name: string
  label: string
  bucket: Bucket
  kind: UploadKind
  hint?: string
  optional?: boolean
  /** The address of the stored file. */
  value: string | null
  /** An external address that was typed before the form was refused; its field is `<name>_from`. */
  typedFrom?: string
  onChange: (url: string | null) => void
  /** Called when an upload starts and ends, so that the form waits for it. */
  onSending: (isSending: boolean) => void
  error: string | null
}

/** A field for one file, which is uploaded when it is chosen; the form submits its address. */
export function MediaField({ name, label, bucket, kind, hint, optional, value, typedFrom = '', onChange, onSending, error }: MediaFieldProps) {
  const id = useId()
  const { upload, send, cancel } = useUpload(bucket, kind, onChange)
  const isSending = upload !== null && upload.reason === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is notified when it changes
  useEffect(() => onSending(isSending), [isSending])
  // A file that was stored since has resolved the error.
  const shownError = value === null && !typedFrom ? error : null
  const described = [`${id}-hint`, shownError && `${id}-error`].filter(Boolean).join(' ')
  return (
    <>
      <div className="field media when-scripted">
        <span className="field-label">
          {label}
          {optional && <span className="optional"> (optional)</span>}
        </span>
        <input type="hidden" name={name} value={value ?? ''} />
        {value && <StoredFile {...{ value, kind, label }} onRemove={() => onChange(null)} />}
        {upload && <UploadProgress upload={upload} onDrop={cancel} onRetry={() => send(upload.file)} />}
        <label className="file-add" htmlFor={id}>
          <input
            id={id}
            type="file"
            accept={uploadKinds[kind].accept}
            aria-invalid={shownError ? true : undefined}
            aria-labelledby={`${id}-label`}
            aria-describedby={described}
            onChange={({ currentTarget: input }) => {
              const [file] = input.files ?? []
              if (file) send(file)
              // So that the same file can be chosen again.
              input.value = ''
            }}
          />
          <span id={`${id}-label`}>
            <Icon name={value ? 'again' : 'plus'} small /> {value ? 'Select another' : 'Select a'} {label.toLowerCase()}
          </span>
          <small id={`${id}-hint`}>
            {uploadKinds[kind].formats}, up to {uploadKinds[kind].maxBytes / 2 ** 20} MB. {hint}
          </small>
        </label>
        {shownError && <FieldError id={`${id}-error`}>{shownError}</FieldError>}
      </div>
      {value === null && (
        <Field
          name={`${name}_from`}
          label={`Address of the ${label.toLowerCase()} at another site`}
          optional
          hint="In place of a file: the shop fetches it once, when you save, and shows its own copy."
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={2000}
          defaultValue={typedFrom}
          error={typedFrom ? error : null}
        />
      )}
    </>
  )
}

function StoredFile({ value, kind, label, onRemove }: { value: string; kind: MediaFieldProps['kind']; label: string; onRemove: () => void }) {
  return (
    <div className="media-kept">
      {kind === 'picture' ? (
        <Picture src={value} alt={`${label} as it is`} sizes="240px" />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: the admin's own file, before anybody else sees it
        <video key={value} src={value} controls preload="metadata" playsInline aria-label={`${label} as it is`} />
      )}
      <Button look="ghost" small onClick={onRemove} aria-label={`Remove the ${label.toLowerCase()}`}>
        <Icon name="bin" small /> Remove
      </Button>
    </div>
  )
}

function UploadProgress({ upload: { file, part, reason, isRefused }, onDrop, onRetry }: { upload: Upload; onDrop: () => void; onRetry: () => void }) {
  const row = useIntoView<HTMLDivElement>(reason !== null)
  return (
    <div className="media-up" ref={row}>
      <div>
        <b>{file.name}</b>
        {reason === null ? (
          <>
            <progress max={1} value={part < 1 ? part : undefined} aria-label={`Sending ${file.name}`} />
            <small role="status">{part < 1 ? `${Math.floor(part * 100)}%` : 'Being prepared...'}</small>
          </>
        ) : (
          <FieldError role="alert">{reason}</FieldError>
        )}
      </div>
      {reason !== null && !isRefused && (
        <Button look="ghost" small onClick={onRetry} aria-label={`Try again: ${file.name}`}>
          Try again
        </Button>
      )}
      <Button look="ghost" small onClick={onDrop} aria-label={`${reason === null ? 'Stop' : 'Leave out'} ${file.name}`}>
        {reason === null ? 'Stop' : 'Leave out'}
      </Button>
    </div>
  )
}

interface Upload {
  file: File
  /** The sent part, 0 to 1; at 1 the server is processing the file. */
  part: number
  /** The error; null while it is being sent. */
  reason: string | null
  /** The type or size is not allowed: trying again would not help. */
  isRefused?: boolean
}

/** Uploads one file at a time. `onKept` gets the address of the stored file. */
function useUpload(bucket: string, kind: UploadKind, onKept: (url: string) => void) {
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
