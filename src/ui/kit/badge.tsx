import type { ReactNode } from 'react'

export type BadgeTone = 'amber' | 'leaf' | 'leaf-x' | 'lake' | 'jac' | 'jac-x' | 'grey' | 'bad' | 'bad-x'

/** A dot and words; a ring instead of the dot means waiting. */
export function Badge({ tone, waiting, children }: { tone: BadgeTone; waiting?: boolean; children: ReactNode }) {
  return <span className={`bdg b-${tone}${waiting ? ' b-wait' : ''}`}>{children}</span>
}
