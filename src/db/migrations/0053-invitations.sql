-- Invitations to work in the shop. A link opens once, for 72 hours, and only for the account of its address; its token is kept as a hash alone.
create table staff_invitations (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  email text not null check (email = lower(email) and length(email) <= 254),
  role text not null constraint staff_invitations_role check (role in ('owner', 'manager', 'packer', 'content')),
  -- No one where the shop itself invited.
  invited_by uuid references profiles (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references profiles (id),
  withdrawn_at timestamptz,
  constraint staff_invitations_once check (num_nonnulls(accepted_at, withdrawn_at) <= 1 and (accepted_at is null) = (accepted_by is null)),
  constraint staff_invitations_term check (expires_at <= created_at + interval '72 hours')
);
-- A newer invitation takes the place of the one before.
create unique index staff_invitations_open on staff_invitations (email) where accepted_at is null and withdrawn_at is null;
create index staff_invitations_newest on staff_invitations (created_at desc, id desc);
create index staff_invitations_by on staff_invitations (invited_by);
create index staff_invitations_accepted_by on staff_invitations (accepted_by);
