import type { ReactNode } from 'react'

/** Words of machines, folded away beside the plain ones: for the person who runs the shop's machine. */
export function ForTechnician({ children }: { children: ReactNode }) {
  return (
    <details>
      <summary className="link">For your technician</summary>
      <p>{children}</p>
    </details>
  )
}
