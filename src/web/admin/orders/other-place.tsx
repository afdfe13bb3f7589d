import { Badge } from '#ui/kit/badge.tsx'

/** Marks an order whose address names another place than the one that its fee was paid for; the buyer has confirmed it. */
export function OtherPlace({ name }: { name: string | null }) {
  return name && <Badge tone="amber">The address names {name}</Badge>
}
