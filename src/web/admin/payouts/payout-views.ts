import type { PayoutStatus } from '#domain/payout.ts'
import type { BadgeTone } from '#ui/kit/badge.tsx'

/** Status labels for admins; the wallet's own labels do not tell which payouts are at M-Pesa. */
export const adminStatuses: Record<PayoutStatus, { label: string; tone: BadgeTone; waiting: boolean }> = {
  pending: { label: 'Pending', tone: 'amber', waiting: true },
  processing: { label: 'At M-Pesa', tone: 'lake', waiting: true },
  completed: { label: 'Paid', tone: 'leaf-solid', waiting: false },
  rejected: { label: 'Rejected', tone: 'bad', waiting: false },
  failed: { label: 'Failed at M-Pesa', tone: 'bad', waiting: false },
}

/** The filters of the list. */
export const payoutViews = {
  pending: { label: 'Pending', filter: { status: 'pending' } },
  processing: { label: 'At M-Pesa', filter: { status: 'processing' } },
  review: { label: 'Problems', filter: { needs_review: true } },
  completed: { label: 'Paid', filter: { status: 'completed' } },
  rejected: { label: 'Rejected', filter: { status: 'rejected' } },
  failed: { label: 'Failed at M-Pesa', filter: { status: 'failed' } },
} as const satisfies Record<string, { label: string; filter: { status?: PayoutStatus; needs_review?: boolean } }>
