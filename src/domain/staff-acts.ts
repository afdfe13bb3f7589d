import type { ActWords } from '#domain/act.ts'

/** What an admin does with the role of a person, under the name of its form. */
export const roleActs = {
  role: {
    ...{ label: 'Role', name: 'Role of {of}', title: 'Role of {of}', submit: 'Save', busy: 'Saving...' },
    text: ['They are signed out everywhere, and sign in again with the new role.'],
    done: { title: 'Role changed', text: 'They are signed out, and sign in again with it.' },
  },
  promote: {
    ...{ label: 'Promote to Admin', name: 'Promote to Admin: {of}', title: 'Promote to Admin?', busy: 'Promoting...' },
    text: [
      '**{of}**{email} becomes a manager: they see every order, pay affiliates, and can promote others.',
      'They are signed out everywhere, and sign in again as a manager.',
    ],
    done: { title: 'User promoted to admin successfully' },
  },
  demote: {
    ...{ label: 'Demote', name: 'Demote {of}', title: 'Demote this admin?', busy: 'Demoting...', look: 'bad' },
    text: ['**{of}** is signed out everywhere and no longer gets in here. Their account and orders stay.'],
    done: { title: 'Admin demoted', text: 'They are signed out, and sign in again as a user.' },
  },
} satisfies Record<string, ActWords>

/** Of oneself. */
export const ownDemotion = {
  title: 'Demote yourself?',
  text: ['You are signed out immediately and no longer get in here. Another admin can promote you again.'],
}

/** What an admin does with invitations to work in the shop. */
export const invitationActs = {
  create: {
    ...{ label: 'Send the invitation', busy: 'Sending...' },
    done: { title: 'Invitation sent', text: 'The link opens once, within three days.' },
  },
  withdraw: {
    ...{ label: 'Withdraw', name: 'Withdraw the invitation of {of}', title: 'Withdraw this invitation?', busy: 'One moment...', look: 'bad' },
    text: ['The link that **{of}** got opens nothing any more.'],
    done: { title: 'Invitation withdrawn', text: 'Its link opens nothing any more.' },
  },
} satisfies Record<string, ActWords>
