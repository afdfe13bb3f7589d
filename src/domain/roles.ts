/**
 * What people who work in the shop may be, the highest first. Owners and managers are the specification's admins (`is_admin`, spec §6). `rank`: nobody gives a
 * role above their own, or changes somebody who has one.
 */
export const staffRoles = {
  owner: { label: 'Owner', does: 'Everything, also M-Pesa, keys and other owners', rank: 3 },
  manager: { label: 'Manager', does: 'Runs the shop: orders, payments, products, people', rank: 2 },
  packer: { label: 'Packer', does: 'Packs and ships paid orders, and sees no money', rank: 1 },
  content: { label: 'Content', does: 'Products, pictures, texts, promotions and ads', rank: 1 },
} as const

export type StaffRole = keyof typeof staffRoles

/** How long an invitation opens. */
export const invitationHours = 72

const admins = ['owner', 'manager'] as const
const packers = ['owner', 'manager', 'packer'] as const
const writers = ['owner', 'manager', 'content'] as const
const everybody = ['owner', 'manager', 'packer', 'content'] as const

/**
 * Who may do what: the first line of each verb, the menu and buttons of the panel and the matrix of the API (server/permissions.ts) all read this table. Who
 * has no role of it is a shopper there.
 */
export const useCases = {
  /** The accounts of M-Pesa and of the senders, with their keys. */
  manage_keys: ['owner'],
  /** Name, contacts, texts and figures of the shop, and through whom it sends: everybody's recovery links go there. */
  manage_settings: ['owner'],
  /** Give roles, invite, sign out; people above oneself excepted. */
  manage_people: admins,
  /** Products, stock, categories. */
  sell: writers,
  /** Help, promotions, ads. */
  write_content: writers,
  keep_files: writers,
  manage_delivery: admins,
  /** Paid orders on their way: pack, ship, deliver, riders; without money. */
  ship_orders: packers,
  /** Every order, whole. */
  see_orders: admins,
  /** Confirm, cancel, write notes. */
  change_orders: admins,
  /** What was paid, what is paid back, and payments that need a person. */
  take_payments: admins,
  /** Affiliates, commissions, payouts; reading debts. */
  pay_affiliates: admins,
  /** Say whose the debt of a deleted account is, or write it off. */
  settle_debts: ['owner'],
  /** One's own notifications; of what, domain/alert.ts says. */
  hear_alerts: everybody,
  see_customers: admins,
  see_figures: admins,
  see_status: admins,
  see_audit: admins,
  /** Files with people's data. */
  export_data: admins,
  /** Clear All User Data, and its snapshots. */
  clear_data: ['owner'],
  /** What the shop itself does, in jobs and commands; putting a snapshot back. */
  run_shop: ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type UseCase = keyof typeof useCases

interface Worker {
  /** Null for a shopper. */
  role: StaffRole | null
}

export function may({ role }: Worker, useCase: UseCase): boolean {
  return role !== null && (useCases[useCase] as readonly StaffRole[]).includes(role)
}

/** Whether a person of one role may give another, or change somebody who has it. */
export function isAsHigh({ role }: Worker, other: StaffRole | null): boolean {
  return role !== null && (other === null || staffRoles[role].rank >= staffRoles[other].rank)
}

/** What must be guarded by a second factor: a stolen password of theirs would cost the shop its money. */
export function needsSecondFactor(role: StaffRole | null): boolean {
  return role === 'owner' || role === 'manager'
}
