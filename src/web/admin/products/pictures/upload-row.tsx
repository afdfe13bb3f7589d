import { Button, IconButton } from '#ui/kit/button.tsx'
import { FieldError } from '#ui/kit/field.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import type { Upload } from '#web/admin/products/pictures/use-uploads.ts'
import { useIntoView } from '#web/admin/use-into-view.ts'

/** An upload: its preview, progress and result. */
export function UploadRow({ upload, onDrop, onRetry }: { upload: Upload; onDrop: () => void; onRetry: (() => void) | null }) {
  const { file, preview, state, part, reason, isRefused } = upload
  const row = useIntoView<HTMLLIElement>(state === 'failed')
  return (
    <li ref={row}>
      <Picture src={preview} alt="" sizes="60px" eager />
      <div>
        <span className="upload-name">{file.name}</span>
        {state === 'sending' && (
          <>
            <progress max={1} value={part < 1 ? part : undefined} aria-label={`Sending ${file.name}`} />
            <small role="status">{part < 1 ? `${Math.round(part * 100)}%` : 'Being prepared...'}</small>
          </>
        )}
        {state === 'waiting' && <small>Waits</small>}
        {state === 'failed' && <FieldError role="alert">{reason}</FieldError>}
      </div>
      {state === 'failed' && onRetry && !isRefused && (
        <Button look="ghost" small onClick={onRetry} aria-label={`Try again, ${file.name}`}>
          Try again
        </Button>
      )}
      {state !== 'sending' && <IconButton icon="close" label={`Leave out ${file.name}`} onClick={onDrop} />}
    </li>
  )
}
