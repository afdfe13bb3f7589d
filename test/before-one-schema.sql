-- A shop of before the migrations became one schema, with something in each of its tables and books that balance.
insert into auth.users (id, name, phone, email, email_verified) values
  ('00000000-0000-4000-8000-000000000001', 'Njeri Boss', '254700000001', 'boss@example.com', true),
  ('00000000-0000-4000-8000-000000000002', 'Achieng Otieno', '254712345678', 'achieng@example.com', true),
  ('00000000-0000-4000-8000-000000000003', 'Wanjiku Kamau', '254722000003', 'wanjiku@example.com', false);
update profiles set is_admin = true where id = '00000000-0000-4000-8000-000000000001';
update profiles set is_affiliate = true, affiliate_code = 'ACHXENG22' where id = '00000000-0000-4000-8000-000000000002';
insert into auth.accounts (user_id, account_id, provider_id, password)
  values ('00000000-0000-4000-8000-000000000001', 'boss', 'credential', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g');
insert into auth.sessions (user_id, token, expires_at) values ('00000000-0000-4000-8000-000000000001', repeat('t', 40), now() + interval '7 days');
insert into auth.verifications (identifier, value, expires_at) values ('x', 'y', now());
insert into auth.two_factors (user_id, secret, backup_codes) values ('00000000-0000-4000-8000-000000000001', 'secret', 'codes');
insert into auth.used_codes values ('00000000-0000-4000-8000-000000000001', 'hash', now());
insert into auth.links (token_hash, kind, user_id, place, expires_at) values ('hash', 'recover', '00000000-0000-4000-8000-000000000003', 2, now() + interval '1 hour');
insert into auth.letter_requests (kind, email, redirect) values ('recover', 'wanjiku@example.com', '/dashboard');

insert into products (id, name, price, discount_percentage, style_code, category_id)
  values ('00000000-0000-4000-8000-000000000010', 'Mbio Wingu', 5000, 10, 'MB-10', (select id from categories where slug = 'women-sneakers'));
insert into product_size (id, product_id, label) values ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000010', '40');
insert into product_images (product_id, image_url, is_primary) values ('00000000-0000-4000-8000-000000000010', '/files/product-images/mbio.webp', true);
insert into stock_movements (product_size_id, delta, reason) values ('00000000-0000-4000-8000-000000000011', 10, 'opening');

-- One order that an affiliate brought, paid and paid out; one whose prompt is open, after its number was corrected; one that was paid late and goes back.
insert into orders (id, user_id, total_amount, customer_name, customer_phone, customer_email, delivery_address, affiliate_id, commission_amount, hold_expires_at, visitor_id) values
  ('00000020-0000-4000-8000-000000000020', '00000000-0000-4000-8000-000000000003', 4500, 'Wanjiku', '254722000003', 'wanjiku@example.com', 'Moi Avenue',
    '00000000-0000-4000-8000-000000000002', 450, now() + interval '20 minutes', '00000000-0000-4000-8000-0000000000aa');
insert into orders (id, total_amount, customer_name, customer_phone, delivery_address, hold_expires_at, status, number_changes) values
  ('00000021-0000-4000-8000-000000000021', 4500, 'Otieno', '254733000021', 'Kisumu', now() + interval '20 minutes', 'awaiting_payment', 1);
insert into order_items (order_id, product_id, product_size_id, quantity, price, name, size, image_url)
  select id, '00000000-0000-4000-8000-000000000010', '00000000-0000-4000-8000-000000000011', 1, 4500, 'Mbio Wingu', '40', '/files/product-images/mbio.webp' from orders;
insert into stock_movements (product_size_id, delta, reason, order_id) select '00000000-0000-4000-8000-000000000011', -1, 'hold', id from orders;
insert into order_events (order_id, to_status) select id, 'pending' from orders;
insert into order_events (order_id, from_status, to_status) select id, 'pending', 'awaiting_payment' from orders;
insert into payment_attempts (id, order_id, phone, amount, state, prompted_at, checkout_request_id, receipt, settled_at) values
  ('00000000-0000-4000-8000-000000000030', '00000020-0000-4000-8000-000000000020', '254722000003', 4500, 'paid', now(), 'ws_CO_1', 'QKJ4XT81ZP', now());
insert into payment_attempts (id, order_id, phone, amount, state, prompted_at, checkout_request_id, replaced_at, replacement, next_check_at) values
  ('00000000-0000-4000-8000-000000000031', '00000021-0000-4000-8000-000000000021', '254733000020', 4500, 'accepted', now(), 'ws_CO_2', now(), 1, now() + interval '1 minute'),
  ('00000000-0000-4000-8000-000000000032', '00000021-0000-4000-8000-000000000021', '254733000021', 4500, 'accepted', now(), 'ws_CO_3', null, null, now() + interval '1 minute');
update orders set status = 'waiting_shipment', paid_at = now(), converted_at = now(), checkout_request_id = 'ws_CO_1', mpesa_receipt_number = 'QKJ4XT81ZP'
  where id = '00000020-0000-4000-8000-000000000020';
update orders set checkout_request_id = 'ws_CO_3' where id = '00000021-0000-4000-8000-000000000021';
insert into order_events (order_id, from_status, to_status) values ('00000020-0000-4000-8000-000000000020', 'awaiting_payment', 'waiting_shipment');
insert into payment_attempts (id, phone, amount, state, prompted_at, checkout_request_id, receipt, settled_at, cleared_order_id, cleared_at) values
  ('00000000-0000-4000-8000-000000000033', '254744000033', 4500, 'paid', now(), 'ws_CO_4', 'QKJ4XT81ZR', now(), '00000022-0000-4000-8000-000000000022', now());
insert into refunds (attempt_id, amount, reason) values ('00000000-0000-4000-8000-000000000033', 4500, 'late_payment');
insert into order_notes (order_id, note) values ('00000020-0000-4000-8000-000000000020', 'Leave it at the gate');
insert into idempotency_keys values ('network', repeat('k', 20), 'hash', '00000020-0000-4000-8000-000000000020');
insert into order_drafts (id, input, owner, body_hash) values ('00000023-0000-4000-8000-000000000023', '{}', 'network', 'hash');
insert into carts (user_id, lines) values ('00000000-0000-4000-8000-000000000003', '[{"quantity": 1}]');
insert into mpesa_token (value, expires_at) values ('token', now());

select create_commission('00000020-0000-4000-8000-000000000020', 450, 'Bought through your own link', now());
update affiliate_commissions set status = 'approved', approved_at = now();
insert into affiliate_clicks (affiliate_id, visitor_id, order_id, converted)
  values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-0000000000aa', '00000020-0000-4000-8000-000000000020', true);
insert into affiliate_visitors (affiliate_id, visitor_id) values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-0000000000ab');
insert into affiliate_payouts (id, affiliate_id, amount, mpesa_phone_number, mpesa_full_name)
  values ('00000000-0000-4000-8000-000000000040', '00000000-0000-4000-8000-000000000002', 100, '254712345678', 'Achieng Otieno');
-- M-Pesa told of money that the books do not hold.
update affiliate_payouts set status = 'processing', sent_at = now(), originator_id = 'vp-1', conversation_id = 'AG_1', asked_at = now(), next_check_at = now();
update affiliate_payouts set needs_review_at = now(), review_reason = 'M-Pesa paid KSh 101', unbooked_at = now(), unbooked_receipts = '{TDESK00001}';
begin;
insert into affiliate_payouts (id, affiliate_id, amount, status, processed_at, receipt, mpesa_phone_number, mpesa_full_name, exported_at, batch_id) values
  ('00000000-0000-4000-8000-000000000041', '00000000-0000-4000-8000-000000000002', 300, 'completed', now(), 'TPAID00001', '254712345678', 'Achieng Otieno', now(), gen_random_uuid());
insert into commission_deductions (affiliate_id, commission_id, payout_id, kind, amount)
  select affiliate_id, id, '00000000-0000-4000-8000-000000000041', 'payout', 300 from affiliate_commissions;
commit;
insert into payout_stop (reason, payout_id) values ('the initiator is locked.', '00000000-0000-4000-8000-000000000040');
insert into callbacks (attempt_id, body, processed_at, outcome) values ('00000000-0000-4000-8000-000000000030', '{}', now(), 'paid');
insert into callbacks (payout_id, kind, body) values ('00000000-0000-4000-8000-000000000040', 'payout_result', '{}');
insert into profiles (id, deleted_at) values ('00000000-0000-4000-8000-000000000004', now());
insert into affiliate_debts (profile_id, made_at) values ('00000000-0000-4000-8000-000000000004', now());
insert into affiliate_debt_hashes values ('00000000-0000-4000-8000-000000000004', repeat('h', 43));

insert into promotional_content (id, title, content_type, content_url) values ('00000000-0000-4000-8000-000000000050', 'Long rains', 'image', '/files/promotions/rain.webp');
insert into ads (id, title, target_url, promotional_content_id, image_url) values
  ('00000000-0000-4000-8000-000000000051', 'Boots', '/category/women-shoes', '00000000-0000-4000-8000-000000000050', '/files/ads/boots.webp');
insert into ad_clicks select '00000000-0000-4000-8000-000000000051', gen_random_uuid(), current_date - n from generate_series(0, 2) n;
delete from ad_clicks where day < current_date;
update help_sections set title = 'Terms of sale', updated_by = '00000000-0000-4000-8000-000000000001' where slug = 'terms';

insert into mails (kind, to_address, user_id, subject, html, text, good_until) values
  ('order-paid', 'wanjiku@example.com', '00000000-0000-4000-8000-000000000003', 'Paid', '<p>Paid', 'Paid', now() + interval '1 day');
insert into mails (kind, to_address, subject, sent_at, outcome, next_try_at, forgotten_at) values ('recover', 'achieng@example.com', 'Your link', now(), 'smtp', null, now());
insert into notices (event_id, order_id, kind, channel, next_at) select max(id), order_id, 'paid', 'sms', now() from order_events where to_status = 'waiting_shipment' group by order_id;
insert into audit_log (action, table_name, row_id) values ('payouts stopped', 'payout_stop', null);
insert into kept_rankings values ('7d', now(), '{"products": []}');
insert into jobs_done values ('check ledger', now());
insert into data_snapshots (id, counts) values ('00000000-0000-4000-8000-000000000060', '{"orders": 1}');
insert into data_snapshot_rows values ('00000000-0000-4000-8000-000000000060', 'orders', 1, '{"id": "x"}');
insert into turns values ('order_address', 'hash', '{"mark": 1790000000}', now() + interval '10 minutes');
insert into assistant_spending values (current_date, 1200);
insert into made_up_orders values ('00000021-0000-4000-8000-000000000021');
insert into made_up_people values ('00000000-0000-4000-8000-000000000004');
