import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemaGuards } from '../../proof/mutants/schema-guards.ts'
import { ownDatabase } from '../../test/kept-databases.ts'

const { make, drop, ownerUrl } = ownDatabase()
const client = new pg.Client(ownerUrl)
const id = "'7f3c2a10-0000-4000-8000-000000000001'::uuid"
const other = "'7f3c2a10-0000-4000-8000-000000000002'::uuid"
const known = "'7f3c2a10-0000-4000-8000-000000000003'::uuid"

const promise = 'delivery_kind, delivery_option, delivery_zone, delivery_place, delivery_place_id, promised_from, promised_to'
const promised = "'door', 'Rider', 'South', 'Karen', 'nairobi/karen', '2026-11-24', '2026-11-25'"

/** An account with this column, and others that it needs. */
function mpesaAccount(column: string, value: string, others = '', values = '') {
  return `mpesa_accounts (keys, ${column}${others && `, ${others}`}) values ('x', ${value}${values && `, ${values}`})`
}

/** For each constraint, rows that nothing but this constraint refuses. */
const refused: Record<string, string> = {
  // What a row may hold.
  ads_click_count_check: 'ads (click_count) values (-1)',
  ads_embed_code: "ads (embed_code, is_sponsored) values ('<b>', false)",
  ads_image_url_check: "ads (image_url) values ('ftp://x.example/a')",
  ads_own_files: "ads (image_url) values ('https://x.example/a.webp')",
  ads_pruned_click_count_check: 'ads (pruned_click_count) values (-1)',
  ads_target_url_check: "ads (target_url) values ('//x.example')",
  ads_title_check: "ads (title) values ('')",
  affiliate_commissions_approved: "affiliate_commissions (status) values ('approved')",
  affiliate_commissions_base_amount_check: 'affiliate_commissions (base_amount) values (-1)',
  affiliate_commissions_check: 'affiliate_commissions (base_amount, rate, commission_amount) values (100, 0.1, 11)',
  affiliate_commissions_check1: "affiliate_commissions (status, paid_out) values ('pending', true)",
  affiliate_commissions_commission_amount_check: 'affiliate_commissions (commission_amount) values (-1)',
  affiliate_commissions_own: "affiliate_commissions (status, is_own) values ('pending', true)",
  affiliate_commissions_rejected: "affiliate_commissions (status, rejected_at) values ('rejected', now())",
  affiliate_commissions_rejected_by: `affiliate_commissions (status, rejected_by) values ('pending', ${id})`,
  affiliate_commissions_status_check: "affiliate_commissions (status) values ('lost')",
  affiliate_debt_hashes_hash_check: `affiliate_debt_hashes (profile_id, hash) values (${id}, 'short')`,
  affiliate_debts_carried_check: `affiliate_debts (profile_id, carried) values (${id}, -1)`,
  affiliate_debts_check: `affiliate_debts (profile_id, attached_at) values (${id}, now())`,
  affiliate_debts_written_off_check: `affiliate_debts (profile_id, written_off) values (${id}, -1)`,
  affiliate_payouts_amount_check: 'affiliate_payouts (amount) values (10.5)',
  affiliate_payouts_by_mpesa: 'affiliate_payouts (amount) values (250001)',
  affiliate_payouts_check: "affiliate_payouts (status) values ('failed')",
  affiliate_payouts_held: "affiliate_payouts (status, held_at) values ('processing', now())",
  affiliate_payouts_held_in_review: "affiliate_payouts (status, held_at) values ('pending', now())",
  affiliate_payouts_last_look: "affiliate_payouts (status, processed_at, sent_at) values ('rejected', now(), now())",
  affiliate_payouts_of_batch: `affiliate_payouts (batch_id) values (${id})`,
  affiliate_payouts_one_way: "affiliate_payouts (status, exported_at) values ('processing', now())",
  affiliate_payouts_payout_method_check: "affiliate_payouts (payout_method) values ('cash')",
  affiliate_payouts_receipted: "affiliate_payouts (status, processed_at) values ('completed', now())",
  affiliate_payouts_sent: "affiliate_payouts (status, sent_at) values ('processing', now())",
  affiliate_payouts_status_check: "affiliate_payouts (status, processed_at) values ('lost', now())",
  affiliate_payouts_unrecorded_in_review: 'affiliate_payouts (unrecorded_payment_at) values (now())',
  affiliate_payouts_unrecorded_receipts: "affiliate_payouts (unrecorded_receipts) values ('{QKJ4XT81ZP}')",
  app_secret_mark_singleton_check: 'app_secret_mark (singleton) values (false)',
  assistant_spending_tokens_check: 'assistant_spending (day, tokens) values (now(), -1)',
  backup_runs_bytes_check: 'backup_runs (bytes) values (-1)',
  backup_runs_check: "backup_runs (outcome, ended_at) values ('failed', now())",
  backup_runs_check1: "backup_runs (outcome) values ('done')",
  backup_runs_check2: "backup_runs (outcome, started_at, ended_at) values ('done', now(), now() - interval '1 second')",
  backup_runs_files_check: 'backup_runs (files) values (-1)',
  backup_runs_kind_check: "backup_runs (kind) values ('lost')",
  backup_runs_orders_check: 'backup_runs (orders) values (-1)',
  backup_runs_outcome_check: "backup_runs (outcome, ended_at) values ('lost', now())",
  backup_runs_seconds_to_sale_check: 'backup_runs (seconds_to_sale) values (-1)',
  callbacks_body_check: "callbacks (body) values (repeat('x', 16385))",
  carts_lines: `carts (user_id, lines) values (${id}, '[]')`,
  categories_image_url_check: "categories (image_url) values ('https://x.example/a.webp')",
  categories_name_check: "categories (name) values ('')",
  categories_name_length: "categories (name) values (repeat('n', 61))",
  categories_not_under_itself: `categories (id, parent_id) values (${known}, ${known})`,
  categories_slug_check: "categories (slug) values ('High Heels')",
  categories_slug_free: "categories (slug) values ('sneakers')",
  category_old_slugs_slug_check: `category_old_slugs (slug, category_id) values ('High Heels', ${known})`,
  commission_deductions_amount_check: 'commission_deductions (amount) values (0)',
  commission_deductions_check: "commission_deductions (kind) values ('payout')",
  commission_deductions_kind_check: "commission_deductions (kind) values ('lost')",
  commission_deductions_undone: `commission_deductions (kind, payout_id, undone_at) values ('payout', ${id}, now())`,
  customers_note_check: "customers (note) values (repeat('x', 2001))",
  deliveries_code_check: `deliveries (order_id, code) values (${id}, '48a1')`,
  deliveries_codes_spent: `deliveries (order_id, rider_day_id, handed_over_at, wrong_tries) values (${id}, ${id}, now(), 5)`,
  deliveries_courier_check: `deliveries (order_id, courier) values (${id}, '')`,
  deliveries_failed: `deliveries (order_id, failed_reason) values (${id}, 'Refused')`,
  deliveries_failed_reason_check: `deliveries (order_id, rider_day_id, failed_at, failed_reason) values (${id}, ${id}, now(), '')`,
  deliveries_of_rider: `deliveries (order_id, on_the_way_at) values (${id}, now())`,
  deliveries_one_carrier: `deliveries (order_id, courier, rider_day_id) values (${id}, 'Easy Coach', ${id})`,
  deliveries_one_outcome: `deliveries (order_id, rider_day_id, handed_over_at, failed_at) values (${id}, ${id}, now(), now())`,
  deliveries_parcel: `deliveries (order_id, parcel_number) values (${id}, 'EC-44120')`,
  deliveries_parcel_number_check: `deliveries (order_id, courier, parcel_number) values (${id}, 'Easy Coach', '')`,
  deliveries_wrong_tries_check: `deliveries (order_id, rider_day_id, wrong_tries) values (${id}, ${id}, 6)`,
  help_sections_body_check: "help_sections (body) values ('')",
  help_sections_slug_check: "help_sections (slug) values ('Size guide')",
  help_sections_title_check: "help_sections (title) values (' Shipping')",
  idempotency_keys_key_check: "idempotency_keys (owner, key) values ('a', 'short')",
  messages_addressed: "messages (way) values ('email')",
  messages_body: "messages (text) values ('Your order')",
  messages_due_until_over: "messages (body_deleted_at, state) values (now(), 'due')",
  messages_given_up_told: "messages (body_deleted_at, state) values (now(), 'failed')",
  messages_kind_check: "messages (body_deleted_at, kind) values (now(), '')",
  messages_of_one_rider: "messages (kind) values ('rider-link')",
  messages_only_sms_in_doubt:
    "messages (way, to_address, body_deleted_at, state, given_up_at) values ('email', 'a@example.com', now(), 'unknown', now())",
  messages_redirect_check: "messages (redirect) values ('https://evil.example')",
  messages_short: "messages (way, text) values ('sms', '')",
  messages_way_check: "messages (way, to_address) values ('post', 'a@example.com')",
  messages_outcome_check: "messages (body_deleted_at, state, sent_at, outcome) values (now(), 'sent', now(), 'lost')",
  messages_outcome_told: "messages (way, to_address, body_deleted_at, state, sent_at) values ('email', 'a@example.com', now(), 'sent', now())",
  messages_sent_told: "messages (body_deleted_at, state, outcome) values (now(), 'sent', 'smtp')",
  messages_subject_line: "messages (body_deleted_at, subject) values (now(), E'a\\nb')",
  messages_to_one: "messages (to_address, subject, html, text) values ('a@b.example,c@d.example', 'A', 'a', 'a')",
  messages_tries_check: 'messages (body_deleted_at, tries) values (now(), -1)',
  mpesa_accounts_certificate_check: mpesaAccount('certificate', "repeat('x', 8001)", 'payout_shortcode, initiator_name', "'600992', 'a'"),
  mpesa_accounts_erased: 'mpesa_accounts (erased_at) values (null)',
  mpesa_accounts_host_check: mpesaAccount('host', "'elsewhere'"),
  mpesa_accounts_initiator_name_check: mpesaAccount('initiator_name', "''", 'payout_shortcode, certificate', "'600992', 'a'"),
  mpesa_accounts_payout_shortcode_check: mpesaAccount('payout_shortcode', "'0992'", 'initiator_name, certificate', "'a', 'a'"),
  mpesa_accounts_payouts: mpesaAccount('payout_shortcode', "'600992'"),
  mpesa_accounts_shortcode_check: mpesaAccount('shortcode', "'0123'"),
  mpesa_accounts_till: mpesaAccount('transaction_type', "'CustomerBuyGoodsOnline'"),
  mpesa_accounts_till_check: mpesaAccount('till', "'12'", 'transaction_type', "'CustomerBuyGoodsOnline'"),
  mpesa_accounts_token: mpesaAccount('token', "'x'"),
  mpesa_accounts_transaction_type_check: mpesaAccount('transaction_type', "'PayMe'"),
  mpesa_token_singleton_check: 'mpesa_token (singleton) values (false)',
  message_texts_any: "message_texts (name) values ('paid')",
  message_texts_name_check: "message_texts (name, sms) values ('a', 'x')",
  notices_about_one: "notices (kind) values ('paid')",
  notices_due_until_over: "notices (state) values ('due')",
  notices_last_error_check: "notices (last_error) values (repeat('x', 201))",
  notices_letters_are_written: "notices (channel, state, next_at) values ('email', 'sending', now())",
  notices_provider_id_check: "notices (provider_id) values (repeat('x', 201))",
  notices_sent_told: "notices (state) values ('sent')",
  notices_tries_check: 'notices (tries) values (-1)',
  order_drafts_idempotency_key_check: `order_drafts (id, idempotency_key) values (${id}, 'short')`,
  order_drafts_input_check: `order_drafts (id, input) values (${id}, '[]')`,
  order_items_price_check: 'order_items (price) values (10.5)',
  order_items_quantity_check: 'order_items (quantity) values (0)',
  order_notes_note_check: "order_notes (note) values (repeat('x', 2001))",
  orders_affiliate_named: "orders (created_at, affiliate_named_at) values (now(), now() + interval '31 days')",
  orders_anonymised: "orders (anonymised_at, customer_name) values (now(), 'Wanjiku')",
  orders_affiliate_rate: `orders (affiliate_id, commission_rate) values ('00000000-0000-4000-8000-000000000001', 0)`,
  orders_commission: `orders (total_amount, delivery_fee, commission_rate, commission_amount, ${promise}) values (100, 50, 0.1, 6, ${promised})`,
  orders_delivery: "orders (delivery_kind) values ('door')",
  orders_delivery_point: `orders (delivery_point, ${promise}) values ('Bus Park', ${promised})`,
  orders_address_place: "orders (address_place) values ('Lodwar')",
  orders_delivery_to_agree: `orders (delivery_to_agree, ${promise}) values (true, ${promised})`,
  orders_fee: 'orders (delivery_fee, total_amount) values (100, 100)',
  orders_promised: `orders (${promise}) values (${promised.replace('2026-11-24', '2026-11-26')})`,
  orders_receiver: "orders (receiver_name) values ('Achieng')",
  orders_receiver_forgotten:
    "orders (customer_name, customer_phone, delivery_address, receiver_name, receiver_phone, anonymised_at) values ('Deleted account', '254700000000', 'Deleted', 'Achieng', '254712345678', now())",
  orders_converted: 'orders (converted_at) values (now())',
  orders_discarded: "orders (status, discarded_at) values ('pending', now())",
  orders_late: 'orders (late_at, paid_at) values (now(), now())',
  orders_packed: "orders (status, packed_at) values ('pending', now())",
  orders_paid: "orders (status) values ('shipped')",
  payment_attempts_check: "payment_attempts (state) values ('paid')",
  payment_attempts_cleared: 'payment_attempts (cleared_at) values (now())',
  payment_attempts_phone: "payment_attempts (source) values ('prompt')",
  payment_attempts_recorded_receipt: `payment_attempts (recorded_by, receipt, created_at) values (${id}, 'QKJ4XT', now())`,
  payment_attempts_replaced: 'payment_attempts (replaced_at) values (now())',
  payment_attempts_replacement_check: "payment_attempts (replaced_at, replacement, source, phone) values (now(), 3, 'prompt', '254712345678')",
  payment_attempts_test: "payment_attempts (source, phone, amount) values ('test', '254712345678', 1)",
  payout_hold_singleton_check: 'payout_hold (singleton) values (false)',
  product_images_display_order_check: 'product_images (display_order) values (-1)',
  product_images_image_url_check: "product_images (image_url) values ('ftp://x.example/a')",
  product_size_label_check: "product_size (label) values ('')",
  product_size_stock_check: 'product_size (stock) values (-1)',
  products_discount_percentage_check: 'products (discount_percentage) values (100)',
  products_name_check: "products (name) values ('')",
  products_price_can_be_asked: 'products (price, discount_percentage) values (10, 99)',
  products_price_check: 'products (price, archived_at) values (-1, now())',
  products_size_count_check: 'products (size_count) values (-1)',
  profiles_affiliate_code_check: "profiles (affiliate_code) values ('KAMAU2O')",
  profiles_deleted: "profiles (deleted_at, full_name) values (now(), 'Wanjiku')",
  profiles_pause_reason: "profiles (affiliate_pause_reason) values ('Spam')",
  profiles_role: "profiles (role) values ('admin')",
  staff_invitations_email_check: "staff_invitations (email) values ('A@example.com')",
  staff_invitations_once: 'staff_invitations (accepted_at) values (now())',
  staff_invitations_role: "staff_invitations (role) values ('admin')",
  staff_invitations_term: "staff_invitations (created_at, expires_at) values (now(), now() + interval '73 hours')",
  staff_invitations_token_hash_check: "staff_invitations (token_hash) values ('x')",
  promotional_content_content_type_check: "promotional_content (content_type) values ('audio')",
  promotional_content_content_url_check: "promotional_content (content_type, content_url) values ('text', '//x.example')",
  promotional_content_own_files: "promotional_content (content_type, content_url) values ('image', 'https://x.example/a.webp')",
  promotional_content_poster: "promotional_content (content_type, poster_url) values ('image', '/files/a.webp')",
  promotional_content_title_check: "promotional_content (title) values ('')",
  rate_limits_uses_check: "rate_limits (limit_name, key_hash, uses) values ('a', 'b', '[]')",
  refunds_amount_check: 'refunds (amount) values (0)',
  refunds_reason_check: "refunds (reason) values ('lost')",
  refunds_receipted: "refunds (state) values ('done')",
  refunds_state_check: "refunds (state) values ('lost')",
  refunds_typed_receipt: `refunds (processed_by, receipt, processed_at) values (${id}, 'QKJ4XT', now())`,
  rider_days_forgotten: "rider_days (name) values ('Otieno')",
  rider_days_name_check: "rider_days (name, phone) values ('', '254712345678')",
  rider_days_token_hash_check: "rider_days (name, phone, token_hash) values ('Otieno', '254712345678', 'short')",
  search_synonyms_kind_check: "search_synonyms (kind, name) values ('lost', 'a')",
  shop_opening_claim: "shop_opening (claim_hash) values ('x')",
  shop_opening_id_check: 'shop_opening (id) values (false)',
  shop_opening_opened: `shop_opening (opened_by) values (${id})`,
  shop_settings_changed_by_fkey: `shop_settings (name, value, changed_at, changed_by) values ('email', '1', now(), ${id})`,
  shop_settings_name_check: "shop_settings (name, value) values ('a', '1')",
  shop_settings_value: "shop_settings (name, value, encrypted) values ('email', '1', 'x')",
  stock_movements_delta_check: 'stock_movements (delta) values (0)',
  stored_files_byte_count_check: "stored_files (stem, byte_count) values ('a', 0)",
  stored_files_check: "stored_files (stem, remove_after, removed_at) values ('a', now(), now())",
  stored_files_fetched_from_check: "stored_files (stem, fetched_from) values ('a', repeat('x', 2001))",
  stored_files_height_check: "stored_files (stem, height) values ('a', 0)",
  stored_files_stem_check: "stored_files (stem) values ('a b')",
  stored_files_width_check: "stored_files (stem, width) values ('a', 0)",
  wallet_entries_check: `wallet_entries (kind, commission_id, payout_id) values ('cleared', ${id}, ${id})`,
  wallet_entries_kind_check: `wallet_entries (kind, commission_id) values ('lost', ${id})`,
  delivery_places_id_check: "delivery_places (id) values ('a/b/c/d')",
  delivery_places_kind_check: "delivery_places (id, kind, parent_id) values ('a', 'village', 'kenya')",
  delivery_places_name_check: "delivery_places (id, name) values ('a', '')",
  delivery_places_root: "delivery_places (id, kind) values ('a', 'town')",
  delivery_options_address_check: "delivery_options (address) values ('')",
  delivery_options_courier: "delivery_options (kind) values ('stage')",
  delivery_options_courier_check: "delivery_options (courier) values ('')",
  delivery_options_cut_off_check: 'delivery_options (cut_off) values (1441)',
  delivery_options_days: 'delivery_options (days_from, days_to) values (3, 2)',
  delivery_options_days_from_check: 'delivery_options (days_from) values (-1)',
  delivery_options_days_to_check: 'delivery_options (days_to) values (61)',
  delivery_options_fee_check: 'delivery_options (fee) values (20001)',
  delivery_options_free_from_check: 'delivery_options (free_from) values (0)',
  delivery_options_hours_check: "delivery_options (hours) values ('')",
  delivery_options_kind_check: "delivery_options (kind) values ('drone')",
  delivery_options_map_url_check: "delivery_options (map_url) values ('http://maps.example')",
  delivery_options_name_check: "delivery_options (name) values ('')",
  delivery_options_point: "delivery_options (kind, address) values ('pickup', 'Moi Avenue 12')",
  delivery_zones_name_check: "delivery_zones (name) values ('')",
  holidays_name_check: "holidays (day, name) values (now(), '')",
  alert_cursor_singleton_check: 'alert_cursor (singleton) values (false)',
  alert_messages_device: "alert_messages (way) values ('push')",
  alert_messages_due_until_over: "alert_messages (state) values ('due')",
  alert_messages_last_error_check: "alert_messages (last_error) values (repeat('x', 201))",
  alert_messages_only_sms_in_doubt: "alert_messages (way, state) values ('email', 'unknown')",
  alert_messages_sent_told: "alert_messages (state) values ('sent')",
  alert_messages_state_check: "alert_messages (state) values ('lost')",
  alert_messages_tries_check: 'alert_messages (tries) values (-1)',
  alert_messages_way_check: "alert_messages (way) values ('post')",
  alert_settings_chosen: `alert_settings (user_id, chosen) values (${id}, '{paid pigeon}')`,
  alert_settings_quiet: `alert_settings (user_id, quiet_from) values (${id}, 60)`,
  alert_settings_quiet_from_check: `alert_settings (user_id, quiet_from, quiet_until) values (${id}, 1440, 60)`,
  alert_settings_quiet_until_check: `alert_settings (user_id, quiet_from, quiet_until) values (${id}, 60, -1)`,
  alerts_kind_check: "alerts (kind) values ('lost')",
  alerts_label_check: "alerts (label) values ('')",
  push_devices_auth_check: "push_devices (auth) values ('short')",
  push_devices_endpoint_check: "push_devices (endpoint) values ('http://push.example/a')",
  push_devices_p256dh_check: "push_devices (p256dh) values ('short')",
  push_devices_slot_check: 'push_devices (slot) values (11)',
  push_devices_user_agent_check: "push_devices (user_agent) values (repeat('x', 301))",
  push_keys_public_key_check: "push_keys (singleton, public_key) values (true, 'short')",
  push_keys_singleton_check: 'push_keys (singleton) values (false)',
  // What a row may refer to.
  alert_messages_device_id_fkey: `alert_messages (way, device_id) values ('push', ${id})`,
  alert_messages_user_id_fkey: `alert_messages (user_id) values (${id})`,
  alert_parts_alert_id_fkey: 'alert_parts (message_id, alert_id) values (-1, -1)',
  alert_parts_message_id_fkey: 'alert_parts (message_id, alert_id) values (-2, -1)',
  alert_settings_user_id_fkey: `alert_settings (user_id) values (${id})`,
  push_devices_user_id_fkey: `push_devices (user_id) values (${id})`,
  ads_created_by_fkey: `ads (created_by) values (${id})`,
  ads_promotional_content_id_fkey: `ads (promotional_content_id) values (${id})`,
  affiliate_clicks_affiliate_id_fkey: `affiliate_clicks (affiliate_id) values (${id})`,
  affiliate_clicks_order_id_fkey: `affiliate_clicks (order_id) values (${id})`,
  affiliate_clicks_product_id_fkey: `affiliate_clicks (product_id) values (${id})`,
  affiliate_commissions_affiliate_id_fkey: `affiliate_commissions (affiliate_id) values (${id})`,
  affiliate_commissions_approved_by_fkey: `affiliate_commissions (approved_by) values (${id})`,
  affiliate_commissions_order_id_fkey: `affiliate_commissions (order_id) values (${id})`,
  affiliate_commissions_rejected_by_fkey: `affiliate_commissions (rejected_by) values (${id})`,
  affiliate_debt_hashes_profile_id_fkey: `affiliate_debt_hashes (profile_id, hash) values (${id}, repeat('x', 43))`,
  affiliate_debts_attached_to_fkey: `affiliate_debts (profile_id, attached_to, attached_at) values (${known}, ${id}, now())`,
  affiliate_debts_profile_id_fkey: `affiliate_debts (profile_id) values (${id})`,
  affiliate_payouts_affiliate_id_fkey: `affiliate_payouts (affiliate_id) values (${id})`,
  affiliate_payouts_processed_by_fkey: `affiliate_payouts (processed_by) values (${id})`,
  affiliate_phones_affiliate_id_fkey: `affiliate_phones (affiliate_id, phone) values (${id}, '254712345678')`,
  affiliate_visitors_affiliate_id_fkey: `affiliate_visitors (affiliate_id, visitor_id) values (${id}, ${id})`,
  callbacks_attempt_id_fkey: `callbacks (attempt_id) values (${id})`,
  callbacks_payout_id_fkey: `callbacks (payout_id) values (${id})`,
  carts_user_id_fkey: `carts (user_id, lines) values (${id}, '[1]')`,
  category_old_slugs_category_id_fkey: `category_old_slugs (slug, category_id) values ('heels', ${id})`,
  categories_parent_id_fkey: `categories (parent_id) values (${id})`,
  commission_deductions_affiliate_id_fkey: `commission_deductions (affiliate_id) values (${id})`,
  commission_deductions_commission_id_fkey: `commission_deductions (commission_id) values (${id})`,
  commission_deductions_payout_id_fkey: `commission_deductions (kind, payout_id) values ('payout', ${id})`,
  data_snapshot_rows_snapshot_id_fkey: `data_snapshot_rows (snapshot_id, table_name, position) values (${id}, 'a', 1)`,
  delivery_places_parent_id_fkey: "delivery_places (id, parent_id) values ('a', 'b')",
  delivery_places_zone_id_fkey: `delivery_places (id, zone_id) values ('a', ${id})`,
  delivery_options_zone_id_fkey: `delivery_options (zone_id) values (${id})`,
  help_sections_updated_by_fkey: `help_sections (updated_by) values (${id})`,
  idempotency_keys_order_id_fkey: `idempotency_keys (owner, key, order_id) values ('a', repeat('x', 16), ${id})`,
  made_up_orders_order_id_fkey: `made_up_orders (order_id) values (${id})`,
  made_up_people_profile_id_fkey: `made_up_people (profile_id) values (${id})`,
  messages_rider_day_id_fkey: `messages (kind, rider_day_id) values ('rider-link', ${id})`,
  messages_user_id_fkey: `messages (body_deleted_at, user_id) values (now(), ${id})`,
  deliveries_order_id_fkey: `deliveries (order_id) values (${id})`,
  deliveries_rider_day_id_fkey: `deliveries (order_id, rider_day_id) values (${id}, ${id})`,
  notices_event_id_fkey: 'notices (event_id) values (-1)',
  notices_mail_id_fkey: `notices (mail_id) values (${id})`,
  notices_order_id_fkey: `notices (order_id) values (${id})`,
  notices_refund_id_fkey: `notices (refund_id) values (${id})`,
  order_drafts_user_id_fkey: `order_drafts (id, user_id) values (${id}, ${id})`,
  order_events_from_status_to_status_fkey: "order_events (from_status, to_status) values ('shipped', 'pending')",
  order_events_order_id_fkey: `order_events (order_id) values (${id})`,
  order_events_rider_day_id_fkey: `order_events (rider_day_id) values (${id})`,
  order_items_order_id_fkey: `order_items (order_id) values (${id})`,
  order_items_product_id_fkey: `order_items (product_id) values (${id})`,
  order_items_product_size_id_fkey: `order_items (product_size_id) values (${id})`,
  order_notes_order_id_fkey: `order_notes (order_id) values (${id})`,
  orders_affiliate_id_fkey: `orders (affiliate_id) values (${id})`,
  orders_affiliate_named_by_fkey: `orders (affiliate_named_by) values (${id})`,
  orders_user_id_fkey: `orders (user_id) values (${id})`,
  mpesa_accounts_created_by_fkey: mpesaAccount('created_by', id),
  affiliate_payouts_account_id_fkey: `affiliate_payouts (account_id) values (${id})`,
  payment_attempts_account_id_fkey: `payment_attempts (account_id) values (${id})`,
  payment_attempts_order_id_fkey: `payment_attempts (order_id) values (${id})`,
  payout_hold_payout_id_fkey: `payout_hold (singleton, payout_id) values (true, ${id})`,
  product_images_product_id_fkey: `product_images (product_id) values (${id})`,
  product_size_product_id_fkey: `product_size (product_id) values (${id})`,
  products_category_id_fkey: `products (category_id) values (${id})`,
  promotional_content_created_by_fkey: `promotional_content (created_by) values (${id})`,
  refunds_attempt_id_fkey: `refunds (attempt_id) values (${id})`,
  refunds_order_id_fkey: `refunds (order_id) values (${id})`,
  stock_movements_order_id_fkey: `stock_movements (order_id) values (${id})`,
  stock_movements_product_size_id_fkey: `stock_movements (product_size_id) values (${id})`,
  wallet_entries_affiliate_id_fkey: `wallet_entries (affiliate_id, commission_id) values (${id}, ${id})`,
  staff_invitations_accepted_by_fkey: `staff_invitations (accepted_by, accepted_at) values (${id}, now())`,
  staff_invitations_invited_by_fkey: `staff_invitations (invited_by) values (${id})`,
  // What may be there once.
  alert_messages_open: "alert_messages (state, tries, next_at) values ('due', 0, now()), ('due', 0, now())",
  alerts_once: "alerts (kind) values ('digest'), ('digest')",
  push_devices_endpoint: "push_devices (endpoint) values ('https://push.example/a'), ('https://push.example/a')",
  push_devices_slot: `push_devices (user_id, slot) values (${known}, 1), (${known}, 1)`,
  affiliate_payouts_originator_id_key: "affiliate_payouts (originator_id) values ('QKJ4XT81ZP'), ('QKJ4XT81ZP')",
  affiliate_payouts_receipt_key: "affiliate_payouts (receipt) values ('QKJ4XT81ZP'), ('QKJ4XT81ZP')",
  backup_runs_running: "backup_runs (kind) values ('drill'), ('drill')",
  categories_name: "categories (name) values ('Kids'), ('KIDS')",
  categories_slug_key: "categories (slug) values ('heels'), ('heels')",
  delivery_zones_name: "delivery_zones (name) values ('City'), ('CITY')",
  help_sections_position_key: 'help_sections (position) values (1), (1)',
  help_sections_slug_key: "help_sections (slug) values ('heels'), ('heels')",
  notices_once: "notices (channel, event_id) values ('sms', -1), ('sms', -1)",
  notices_refund_once: `notices (channel, refund_id) values ('sms', ${id}), ('sms', ${id})`,
  order_drafts_key: `order_drafts (id, owner, idempotency_key) values (${id}, 'a', repeat('x', 16)), (${other}, 'a', repeat('x', 16))`,
  order_items_order_id_product_size_id_key: `order_items (product_size_id, order_id) values (${id}, ${id}), (${id}, ${id})`,
  orders_checkout_request_id_key: "orders (checkout_request_id) values ('QKJ4XT81ZP'), ('QKJ4XT81ZP')",
  orders_mpesa_receipt_number_key: "orders (mpesa_receipt_number) values ('QKJ4XT81ZP'), ('QKJ4XT81ZP')",
  orders_short_code: `orders (id) values (${id}), (${other})`,
  payment_attempts_checkout_request_id_key: "payment_attempts (checkout_request_id) values ('QKJ4XT81ZP'), ('QKJ4XT81ZP')",
  payment_attempts_receipt_key: "payment_attempts (receipt) values ('QKJ4XT81ZP'), ('QKJ4XT81ZP')",
  product_images_product_id_display_order_key: `product_images (product_id, display_order) values (${known}, 1), (${known}, 1)`,
  product_size_product_id_label_key: `product_size (label, product_id) values ('QKJ4XT81ZP', ${id}), ('QKJ4XT81ZP', ${id})`,
  profiles_affiliate_code_key: "profiles (affiliate_code) values ('KAMAU23'), ('KAMAU23')",
  staff_invitations_token_hash_key: `staff_invitations (token_hash) values (repeat('a', 64)), (repeat('a', 64))`,
  refunds_attempt_id_key: `refunds (attempt_id) values (${id}), (${id})`,
  refunds_receipt_key: "refunds (receipt) values ('QKJ4XT81ZP'), ('QKJ4XT81ZP')",
  customers_phone_key: "customers (phone, name, last_order_at) values ('254712345678', 'a', now()), ('254712345678', 'b', now())",
  messages_once_a_rider: `messages (kind, rider_day_id) values ('rider-link', ${id}), ('rider-link', ${id})`,
  rider_days_token: `rider_days (name, phone, token_hash) values ('a', '254712345678', repeat('x', 43)), ('b', '254712345679', repeat('x', 43))`,
  rider_days_once: "rider_days (name, phone, day) values ('a', '254712345678', now()), ('b', '254712345678', now())",
  affiliate_clicks_once: `affiliate_clicks (affiliate_id, visitor_id, day) values (${id}, ${id}, now()), (${id}, ${id}, now())`,
  affiliate_commissions_one_per_order: `affiliate_commissions (order_id) values (${id}), (${id})`,
  affiliate_payouts_one_open: `affiliate_payouts (affiliate_id, status) values (${id}, 'pending'), (${id}, 'pending')`,
  commission_deductions_once: `commission_deductions (commission_id, kind, payout_id) values (${id}, 'payout', ${id}), (${id}, 'payout', ${id})`,
  commission_deductions_one_clawback: `commission_deductions (commission_id, kind) values (${id}, 'clawback'), (${id}, 'clawback')`,
  notices_late_once: `notices (order_id, channel, kind) values (${id}, 'sms', 'late'), (${id}, 'sms', 'late')`,
  notices_link_once: `notices (order_id, channel, kind, next_at, state) values (${id}, 'sms', 'link', now(), 'due'), (${id}, 'sms', 'link', now(), 'due')`,
  order_notes_of_order: `order_notes (order_id) values (${id}), (${id})`,
  orders_one_converts: `orders (affiliate_id, visitor_id, visit, converted_at, paid_at) values (${id}, ${id}, 1, now(), now()), (${id}, ${id}, 1, now(), now())`,
  mpesa_accounts_in_force: "mpesa_accounts (keys, in_force_at) values ('x', now()), ('x', now())",
  mpesa_accounts_tried: "mpesa_accounts (keys) values ('x'), ('x')",
  staff_invitations_open: `staff_invitations (email) values ('a@example.com'), ('a@example.com')`,
  payment_attempts_one_open: `payment_attempts (order_id, state) values (${id}, 'created'), (${id}, 'accepted')`,
  payment_attempts_replaced_once: `payment_attempts (order_id, source, phone, replaced_at, replacement) values (${id}, 'prompt', '254712345678', now(), 1), (${id}, 'prompt', '254712345678', now(), 1)`,
  product_images_one_primary: `product_images (product_id, is_primary) values (${id}, true), (${id}, true)`,
}

/** For each column with a domain, a row that nothing but its domain refuses. */
const outside: Record<string, string> = {
  'commission_rate_check of affiliate_commissions.rate': 'affiliate_commissions (rate) values (0.31)',
  'phone_number_check of affiliate_payouts.mpesa_phone_number': "affiliate_payouts (mpesa_phone_number) values ('0712345678')",
  'phone_number_check of affiliate_phones.phone': `affiliate_phones (affiliate_id, phone) values (${id}, '0712345678')`,
  'callback_kind_check of callbacks.kind': "callbacks (kind) values ('lost')",
  'change_channel_check of changes.channel': "changes (channel) values ('lost')",
  'email_address_check of customers.email': "customers (email) values (repeat('x', 255))",
  'person_name_check of customers.name': "customers (name) values ('')",
  'phone_number_check of customers.phone': "customers (phone) values ('0712345678')",
  'figure_kind_check of daily_stats.kind': "daily_stats (kind) values ('lost')",
  'message_state_check of messages.state': "messages (state) values ('lost')",
  'notice_channel_check of notices.channel': "notices (channel) values ('post')",
  'notice_kind_check of notices.kind': "notices (kind, event_id) values ('lost', 1)",
  'message_state_check of notices.state': "notices (state) values ('lost')",
  'commission_rate_check of orders.commission_rate': 'orders (commission_rate) values (0.31)',
  'email_address_check of orders.customer_email': "orders (customer_email) values (repeat('x', 255))",
  'person_name_check of orders.customer_name': "orders (customer_name) values ('')",
  'phone_number_check of orders.customer_phone': "orders (customer_phone) values ('0712345678')",
  'street_address_check of orders.delivery_address': "orders (delivery_address) values ('')",
  'delivery_fee_check of orders.delivery_fee': `orders (delivery_fee, total_amount, ${promise}) values (0.5, 1, ${promised})`,
  'delivery_kind_check of orders.delivery_kind': `orders (${promise}) values (${promised.replace('door', 'drone')})`,
  'delivery_place_name_check of orders.address_place': `orders (address_place, ${promise}) values ('', ${promised})`,
  'delivery_place_name_check of orders.delivery_place': `orders (${promise}) values (${promised.replace('Karen', '')})`,
  'delivery_option_name_check of orders.delivery_point': `orders (delivery_point, ${promise}) values ('', ${promised.replace('door', 'stage')})`,
  'delivery_option_name_check of orders.delivery_option': `orders (${promise}) values (${promised.replace('Rider', '')})`,
  'delivery_zone_name_check of orders.delivery_zone': `orders (${promise}) values (${promised.replace('South', '')})`,
  'receipt_code_check of orders.mpesa_receipt_number': "orders (mpesa_receipt_number) values ('qkj4xt81zp')",
  'non_negative_integer_check of orders.phone_changes': 'orders (phone_changes) values (-1)',
  'person_name_check of orders.receiver_name': "orders (receiver_name, receiver_phone) values ('', '254712345678')",
  'phone_number_check of orders.receiver_phone': "orders (receiver_name, receiver_phone) values ('Achieng', '0712345678')",
  'order_status_check of orders.status': "orders (status) values ('lost')",
  'payment_amount_check of orders.total_amount': 'orders (total_amount) values (250001)',
  'non_negative_integer_check of orders.visit': 'orders (visit) values (-1)',
  'payment_amount_check of payment_attempts.amount': 'payment_attempts (amount) values (0)',
  'phone_number_check of payment_attempts.phone': "payment_attempts (phone) values ('0712345678')",
  'receipt_code_check of payment_attempts.receipt': "payment_attempts (receipt) values ('qkj4xt81zp')",
  'attempt_source_check of payment_attempts.source': "payment_attempts (source) values ('lost')",
  'attempt_state_check of payment_attempts.state': "payment_attempts (state) values ('lost')",
  'phone_number_check of profiles.phone': "profiles (phone) values ('0712345678')",
  'phone_number_check of rider_days.phone': "rider_days (name, phone) values ('Otieno', '255712345678')",
  'stock_reason_check of stock_movements.reason': "stock_movements (reason) values ('lost')",
}

const order = `insert into orders (id) values (${id})`
const size = `insert into product_size (id, product_id, label, stock, position) values (${id}, ${known}, '40', 1, 1)`
const paid = `insert into payment_attempts (id, amount, state, settled_at) values (${id}, 100, 'paid', now())`
const test = `insert into payment_attempts (source, phone, amount, account_id, created_at) values ('test', '254712345678', 1, ${id}, now())`
const prompt = "insert into payment_attempts (phone, source, state, created_at) values ('254712345678', 'prompt', 'created', now())"
const ended = "insert into payment_attempts (phone, source, state, settled_at, created_at) values ('254712345679', 'prompt', 'failed', now(), now())"
const notice = "insert into notices (channel, kind, state, sent_at) values ('sms', 'link', 'sent', now())"
const [one, another] = ["'/files/a/1.webp'", "'/files/a/2.webp'"]
const logo = `insert into shop_settings (name, value) values ('logo', to_jsonb(${one}::text))`
const letGo = "exists (select from stored_files where stem = 'a/1' and remove_after > now())"
const isKept = (stem: string) => `exists (select from stored_files where stem = '${stem}' and remove_after is null)`
const told = (channel: string, what: string) => `exists (select from changes where channel = '${channel}' and payload = ${what}::text)`
const prompts = (state: string) => `(select sum(count) = 1 from daily_stats where kind = 'prompt' and status = '${state}')`
const shows = (table: string, column: string) => {
  const type = { image_url: '', content_url: 'image', poster_url: 'video' }[column]
  return type ? `insert into ${table} (${column}, content_type) values (${one}, '${type}')` : `insert into ${table} (${column}) values (${one})`
}
const fileComes = (table: string, column: string): Effect => [table, [shows(table, column)], isKept('a/1')]
const fileChanges = (table: string, column: string): Effect => [
  table,
  [shows(table, column), `update ${table} set ${column} = ${another}`],
  `${letGo} and ${isKept('a/2')}`,
]
const fileGoes = (table: string, column: string): Effect => [table, [shows(table, column), `delete from ${table}`], letGo]

/** For each trigger, statements, and what holds after them; only the triggers of this table are on. */
type Effect = [table: string, statements: string[], holds: string]
const effects: Record<string, Effect> = {
  orders_changed: ['orders', [order, 'update orders set packed_at = null'], told('order_changed', id)],
  deliveries_changed: [
    'deliveries',
    [order, `insert into deliveries (order_id) values (${id})`, 'update deliveries set wrong_tries = null'],
    told('order_changed', id),
  ],
  attempts_changed: [
    'payment_attempts',
    [order, `insert into payment_attempts (order_id) values (${id})`, "update payment_attempts set state = 'created'"],
    told('order_changed', id),
  ],
  size_sold_out_or_back: ['product_size', [size, 'update product_size set stock = 0'], told('shelf_changed', known)],
  sizes_ordered: ['product_size', [size, 'update product_size set position = 2'], told('shelf_changed', known)],
  stock_counted: [
    'stock_movements',
    [size, `insert into stock_movements (product_size_id, delta, reason) values (${id}, 1, 'manual')`],
    told('shelf_changed', known),
  ],
  stock_movements_move: [
    'stock_movements',
    [size, `insert into stock_movements (product_size_id, delta, reason) values (${id}, 4, 'opening')`],
    `(select stock = 5 from product_size where id = ${id})`,
  ],
  sizes_counted_new: ['product_size', ['update products set size_count = 0', size], `(select size_count = 1 from products where id = ${known})`],
  sizes_counted_gone: [
    'product_size',
    ['update products set size_count = 0', size, 'delete from product_size'],
    `(select size_count = 0 from products where id = ${known})`,
  ],
  products_note_change: [
    'products',
    ['update products set changed_at = null', 'update products set price = 4500'],
    `(select changed_at is not null from products where id = ${known})`,
  ],
  products_note_names: [
    'products',
    ["insert into products (name) values ('Zebrano')"],
    "exists (select from search_vocabulary where word = 'zebrano')",
  ],
  products_note_renamed: ['products', ["update products set name = 'Zebrano'"], "exists (select from search_vocabulary where word = 'zebrano')"],
  orders_forget_notes: [
    'orders',
    [order, `insert into order_notes (order_id, note) values (${id}, 'Calls at six')`, 'update orders set anonymised_at = now()'],
    'not exists (select from order_notes)',
  ],
  profiles_date_affiliate: [
    'profiles',
    ['update profiles set is_affiliate = false', 'update profiles set is_affiliate = true'],
    '(select affiliate_since is not null from profiles)',
  ],
  sessions_forget_push_devices: [
    'auth.sessions',
    [
      `insert into auth.users (id, email) values (${id}, 'w@example.com')`,
      `insert into auth.sessions (user_id, token, expires_at) values (${id}, repeat('x', 32), now() + interval '1 day')`,
      'insert into push_devices (session_id) select id from auth.sessions',
      'delete from auth.sessions',
    ],
    'not exists (select from push_devices)',
  ],
  profiles_remember_phone: [
    'profiles',
    [`insert into profiles (id, is_affiliate, phone) values (${id}, true, '254712345678')`],
    `exists (select from affiliate_phones where affiliate_id = ${id})`,
  ],
  profiles_forgotten: [
    'profiles',
    [
      `insert into affiliate_phones (affiliate_id, phone) values (${known}, '254712345678')`,
      `update profiles set deleted_at = now() where id = ${known}`,
    ],
    'not exists (select from affiliate_phones)',
  ],
  prompts_daily_stats_new: ['payment_attempts', [prompt, ended], prompts('failed')],
  prompts_daily_stats_changed: ['payment_attempts', [prompt, "update payment_attempts set state = 'failed', settled_at = now()"], prompts('failed')],
  product_images_files_come: fileComes('product_images', 'image_url'),
  product_images_files_change: fileChanges('product_images', 'image_url'),
  product_images_files_go: fileGoes('product_images', 'image_url'),
  promotions_files_come: fileComes('promotional_content', 'content_url'),
  promotions_files_change: fileChanges('promotional_content', 'content_url'),
  promotions_files_go: fileGoes('promotional_content', 'content_url'),
  promotions_posters_come: fileComes('promotional_content', 'poster_url'),
  promotions_posters_change: fileChanges('promotional_content', 'poster_url'),
  promotions_posters_go: fileGoes('promotional_content', 'poster_url'),
  categories_files_come: fileComes('categories', 'image_url'),
  categories_files_change: fileChanges('categories', 'image_url'),
  categories_files_go: fileGoes('categories', 'image_url'),
  shop_settings_files_come: ['shop_settings', [logo], isKept('a/1')],
  shop_settings_files_change: [
    'shop_settings',
    [logo, `update shop_settings set value = to_jsonb(${another}::text)`],
    `${letGo} and ${isKept('a/2')}`,
  ],
  shop_settings_files_go: ['shop_settings', [logo, 'delete from shop_settings'], letGo],
  affiliate_debts_wallet_entry_new: [
    'affiliate_debts',
    [
      `insert into profiles (id) values (${id})`,
      `insert into affiliate_debts (profile_id, attached_to, attached_at, carried, written_off) values (${id}, ${known}, now(), 30, 5)`,
    ],
    `(select array_agg((affiliate_id, amount) order by amount) = array[(${known}, -30.00), (${id}, 35.00)] from wallet_entries)`,
  ],
}

/** For each trigger of a table that every process keeps in memory, a statement of which all hear, and the payload. */
const heard: Record<string, [table: string, statement: string, payload: string]> = {
  shop_settings_changed: ['shop_settings', "insert into shop_settings (name, value) values ('about', '1')", 'settings'],
  message_texts_changed: ['message_texts', "insert into message_texts (name, sms) values ('paid', 'Paid')", 'settings'],
  mpesa_accounts_changed: ['mpesa_accounts', "insert into mpesa_accounts (keys) values ('x')", 'settings'],
  shop_opened: ['shop_opening', 'update shop_opening set opened_at = now()', 'settings'],
  category_old_slugs_changed: [
    'category_old_slugs',
    `insert into category_old_slugs (slug, category_id) select 'old', id from categories limit 1`,
    '',
  ],
}

/** For each trigger that refuses, statements of which the last is refused, and the constraint that is named. */
const kept: Record<string, [table: string, statements: string[], constraint?: string]> = {
  audit_log_only_grows: ['audit_log', ['delete from audit_log where false']],
  audit_log_is_not_rewritten: ['audit_log', ['update audit_log set action = null'], 'audit_log_only_grows'],
  audit_log_is_not_emptied: ['audit_log', ['truncate audit_log'], 'audit_log_only_grows'],
  categories_two_levels: [
    'categories',
    [
      `insert into categories (id, slug) values (${id}, 'top')`,
      `insert into categories (id, slug, parent_id) values (${other}, 'child', ${id})`,
      `insert into categories (slug, parent_id) values ('third', ${other})`,
    ],
  ],
  categories_come: [
    'categories',
    [
      `insert into categories (id, slug) values (${id}, 'first')`,
      `update categories set slug = 'second' where id = ${id}`,
      `update categories set slug = 'first' where id = ${id}`,
      "insert into categories (name, slug) values ('Second', 'second')",
    ],
    'category_old_slugs_pkey',
  ],
  alert_messages_sent_once: [
    'alert_messages',
    [
      "insert into alert_messages (way, state, sent_at) values ('sms', 'sent', now())",
      "update alert_messages set state = 'failed', sent_at = null where way = 'sms'",
    ],
  ],
  messages_sent_once: [
    'messages',
    [
      "insert into messages (state, sent_at, outcome, body_deleted_at, next_at) values ('sent', now(), 'smtp', now(), null)",
      "update messages set state = 'failed', sent_at = null, outcome = null, given_up_at = now()",
    ],
  ],
  notices_sent_once: ['notices', [notice, "update notices set state = 'skipped', sent_at = null"]],
  orders_affiliate_stays: [
    'orders',
    [`insert into profiles (id) values (${id})`, `insert into orders (affiliate_id) values (${known})`, `update orders set affiliate_id = ${id}`],
  ],
  orders_stay_paid: ['orders', ['insert into orders (paid_at) values (now())', 'update orders set paid_at = null']],
  payment_attempts_prompt_limit: ['payment_attempts', [prompt, prompt, prompt, prompt]],
  mpesa_accounts_stay: [
    'mpesa_accounts',
    ["insert into mpesa_accounts (keys, host) values ('x', 'live')", "update mpesa_accounts set host = 'sandbox'"],
  ],
  payment_attempts_keep_account: [
    'payment_attempts',
    [
      `insert into mpesa_accounts (id, keys) values (${id}, 'x')`,
      `insert into payment_attempts (account_id, prompted_at) values (${id}, now())`,
      'update payment_attempts set account_id = null',
    ],
  ],
  payment_attempts_test_limit: ['payment_attempts', [`insert into mpesa_accounts (id, keys) values (${id}, 'x')`, test, test, test, test]],
  payment_attempts_stay_paid: ['payment_attempts', [paid, "update payment_attempts set state = 'failed'"]],
  profiles_last_owner: ['profiles', ["update profiles set role = 'owner'", 'update profiles set role = null']],
  profiles_last_owner_gone: ['profiles', ["update profiles set role = 'owner'", 'delete from profiles'], 'profiles_last_owner'],
  refunds_stay_done: ['refunds', ["insert into refunds (amount, state, processed_at) values (100, 'done', now())", 'update refunds set amount = 50']],
  refunds_are_not_due_again: [
    'refunds',
    ["insert into refunds (state, processed_at) values ('done', now())", "update refunds set state = 'due', processed_at = null"],
    'refunds_stay_done',
  ],
  wallet_entries_stay: [
    'wallet_entries',
    [`insert into wallet_entries (kind, affiliate_id, amount) values ('cleared', ${known}, 1)`, 'update wallet_entries set amount = 2'],
  ],
  wallet_entries_are_not_deleted: [
    'wallet_entries',
    [`insert into wallet_entries (kind, affiliate_id, amount) values ('cleared', ${known}, 1)`, 'delete from wallet_entries'],
    'wallet_entries_stay',
  ],
  wallet_entries_stay_whole: ['wallet_entries', ['truncate wallet_entries']],
}

/** Columns lose `not null` and their defaults, and triggers rest: so the rows need nothing that the constraint does not read. */
const bare = `
  do $$ declare each record; begin
    for each in select c.oid::regclass as of, a.attname as name, a.atthasdef and a.attgenerated = '' as has_default, a.attnotnull as is_needed
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = ''
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)) loop
      if each.has_default then execute format('alter table %s alter column %I drop default', each.of, each.name); end if;
      if each.is_needed then execute format('alter table %s alter column %I drop not null', each.of, each.name); end if;
      execute format('alter table %s disable trigger user', each.of);
    end loop;
  end $$`

beforeAll(async () => {
  await make()
  await client.connect()
  await client.query(bare)
  for (const table of ['profiles', 'products']) await client.query(`insert into ${table} (id) values (${known})`)
  await client.query('insert into alert_messages (id) overriding system value values (-1)')
})
afterAll(async () => {
  await client.end()
  await drop()
})

it.each(Object.entries(refused))('%s refuses a row that breaks it', async (constraint, row) => {
  const outcome = await client.query(`insert into ${row}`).then(
    () => 'was taken',
    (error: pg.DatabaseError) => error.constraint ?? error.message,
  )
  expect(outcome).toBe(constraint)
})

it.each(Object.entries(outside))('%s refuses a value outside it', async (check, row) => {
  const refusal = await client.query(`insert into ${row}`).catch((error: pg.DatabaseError) => error)
  expect(refusal instanceof pg.DatabaseError && refusal.constraint).toBe(check.split(' of ')[0])
})

it('each column with a domain has such a row here', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select format('%s of %s.%s', conname, attrelid::regclass, attname) as name
    from pg_constraint join pg_attribute on atttypid = contypid join pg_class on pg_class.oid = attrelid
    where contypid <> 0 and connamespace = 'public'::regnamespace and relkind = 'r' and not attisdropped`)
  expect(Object.keys(outside).sort()).toEqual(rows.map(({ name }) => name).sort())
})

it('each constraint and unique index has such a row here', async () => {
  const guards = await schemaGuards(ownerUrl)
  const names = guards.filter(({ key }) => !/: (trigger|domain) /.test(key)).map(({ name }) => name)
  expect(Object.keys(refused).sort()).toEqual(names.sort())
})

/** Runs the statements in a transaction that is rolled back, with the triggers of the table. */
async function underTriggers<T>(table: string, run: () => Promise<T>): Promise<T> {
  await client.query(`begin; alter table ${table} enable trigger user`)
  return run().finally(() => client.query('rollback'))
}

it.each(Object.entries(effects))('%s does its part', async (_, [table, statements, holds]) => {
  const { rows } = await underTriggers(table, async () => {
    for (const statement of statements) await client.query(statement)
    return client.query(`select ${holds} as holds`)
  })
  expect(rows).toEqual([{ holds: true }])
})

it.each(Object.entries(heard))('%s tells every process', async (_, [table, statement, payload]) => {
  const told: string[] = []
  const hear = ({ payload = '' }: pg.Notification) => void told.push(payload)
  client.on('notification', hear)
  await client.query(`listen shelf_changed; alter table ${table} enable trigger user`)
  await client.query(statement)
  // Told before the answer to what comes next.
  await client.query(`unlisten shelf_changed; alter table ${table} disable trigger user; delete from ${table}`)
  client.off('notification', hear)
  expect(told).toEqual([payload])
})

it.each(Object.entries(kept))('%s refuses the last of these statements', async (name, [table, statements, constraint = name]) => {
  const outcomes: string[] = []
  await underTriggers(table, async () => {
    for (const statement of statements)
      outcomes.push(
        await client.query(statement).then(
          () => 'done',
          (error: pg.DatabaseError) => error.constraint ?? error.message,
        ),
      )
  })
  expect(outcomes).toEqual([...statements.slice(1).map(() => 'done'), constraint])
})
