import type { ReactNode } from 'react'

export type BadgeTone = 'amber' | 'leaf' | 'leaf-x' | 'lake' | 'jac' | 'jac-x' | 'grey' | 'bad' | 'bad-x'

/** A status label with a coloured dot. `waiting` draws a ring in place of the dot. */
export function Badge({ tone, waiting, children }: { tone: BadgeTone; waiting?: boolean; children: ReactNode }) {
  return <span className={`bdg b-${tone}${waiting ? ' b-wait' : ''}`}>{children}</span>
}
