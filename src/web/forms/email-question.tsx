import { likelyEmail } from '#domain/near-word.ts'
import { Button } from '#ui/kit/button.tsx'

/** Asks about an address with a likely slip, such as `gmail.con`. */
export function EmailQuestion({ typed, onTake }: { typed: string; onTake(meant: string): void }) {
  const meant = likelyEmail(typed)
  return meant && <Button look="ghost" small onClick={() => onTake(meant)}>{`Did you mean ${meant}?`}</Button>
}
