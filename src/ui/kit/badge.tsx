import type { ReactNode } from 'react'

export type BadgeTone = 'amber' | 'leaf' | 'leaf-solid' | 'lake' | 'jac' | 'jac-solid' | 'grey' | 'bad' | 'bad-solid'

/** A status label with a coloured dot. `waiting` draws a ring in place of the dot. */
export function Badge({ tone, waiting, children }: { tone: BadgeTone; waiting?: boolean; children: ReactNode }) {
  return <span className={`badge badge-${tone}${waiting ? ' badge-waiting' : ''}`}>{children}</span>
}
