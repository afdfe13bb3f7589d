import { formatShillings } from '#domain/money.ts'

/** KSh; the present price first and larger, the original struck beside it when it differs. */
export function Price({ now, was }: { now: number; was: number }) {
  return (
    <p className="price">
      <b>{formatShillings(now)}</b>
      {was > now && (
        <s>
          <span className="sr">Original price </span>
          {formatShillings(was)}
        </s>
      )}
    </p>
  )
}
