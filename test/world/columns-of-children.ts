/**
 * Columns of other tables that may contain something about a child, by what becomes of it when the child is erased
 * (server/run/operator/child-elsewhere.queries.ts) and exported.
 */
export const ofChildren: Record<string, string> = {
  'exported and erased with announcements to the child alone; of others the child is taken out':
    'posts.title posts.body posts.answers attachments.name attachments.content post_audience.kind post_readers.student_ids post_readers.answer',
  'exported and erased with the row that they are a former value of':
    'former_values.table_name former_values.key former_values.was',
  'exported; the names and words are erased, the numbers are the books of the school':
    'fee_receipts.content fee_receipts.student_ids fee_postings.reason',
  'erased with its picture, which is of who paid and is shown to them': 'told_transfers.image_url',
  'erased; copies of what is exported from its own table': 'idempotency_keys.answer outbox.payload',
  'erased; a table whose rows are exported once they are stored as students':
    'imports.columns imports.names imports.unknown_names imports.attendance',
  'the random id of the child stays without a name; exported':
    'imports.made_members audit_lines.target_kind audit_lines.operation audit_lines.outcome',
}

/** All other columns that take a text, by what they contain. */
export const ofNoChild: Record<string, string> = {
  'a free text about a class or the school; when a child is erased, a name in it is found and corrected by hand': `
    activities.details attendance_sheets.closed_reason lesson_sheets.late_reason class_rooms.name coin_entries.reason exams.details homework.details
    payment_requests.reject_reason payment_transactions.reason covers.reason covers.answer cover_notes.text term_closings.reason term_closings.reopen_reason remark_bank.body remark_bank.body_f
    tills.note fee_promises.reference fee_receipts.reference statement_files.file_name statement_lines.text statement_lines.reference told_transfers.reference told_transfers.note told_transfers.reason
    gateway_payments.reason gateway_refunds.reason
    forms.title forms.body meeting_rounds.title form_texts.title form_texts.body imports.file_name imports.marks`,
  'a text for more than 50 students at once': 'jobs.settings',
  'how a school is set up': `
    absence_rules.name absence_rules.counts absence_rules.period absence_rules.counted absence_rules.source absence_rules.steps
    absence_rules.grade_ids day_rules.rule class_divisions.name class_groups.name lessons.class_ids lessons.group_ids lessons.room_ids
    lessons.teacher_ids rooms.kind rooms.name covers.state covers.way staff_absences.kind timetables.name week_file_names.kind week_file_names.name calendar_days.kind calendar_days.name calendar_days.grade_ids class_rooms.wcs_url conduct_kinds.name
    conduct_kinds.measures conduct_kinds.source courses.name courses.name_en courses.description exam_seat_plans.committees exam_seat_plans.seat_order
    fee_items.name fee_plans.lines gateway_accounts.gateway gateway_accounts.host gateway_accounts.last4 gateway_accounts.merchant
    remark_bank.band fee_reductions.item_ids fee_reductions.name fee_settings.currency fee_ways.name grades.name grades.notes forms.class_room_ids forms.kind meeting_rounds.class_room_ids meeting_teachers.room message_settings.opens message_settings.office_ids message_settings.words proposal_settings.ways hours_sets.name paper_numbers.kind paper_templates.kind paper_templates.size paper_templates.header
    paper_templates.footer paper_templates.signatures paper_templates.options payment_requests.transfer_code periods.name
    program_keys.name program_keys.scopes program_keys.revoked_reason sign_in_providers.name sign_in_providers.domain sign_in_providers.issuer sign_in_providers.client_id
    sign_in_providers.tenant webhooks.name webhooks.url webhooks.events
    promotion_classes.name promotions.to_year_name rate_headers.name rate_headers.notes record_fields.name record_fields.kind
    record_fields.choices result_registers.columns result_scheme_versions.rules result_schemes.name result_schemes.source
    school_contacts.value school_year_months.name school_year_months.description school_years.name school_years.description
    schools.name schools.about schools.vision schools.image_url schools.time_zone schools.phone_countries schools.marks_shown terms.name`,
  'lists that all schools share': `
    coin_types.name coin_types.notes languages.name languages.description leaving_reasons.name payment_types.name payment_types.notes
    permissions.key permissions.name permissions.name_ar permissions.description relation_types.name roles.name roles.name_ar
    roles.description school_contact_types.name school_contact_types.description school_contact_types.icon_url school_types.name
    school_types.description migrations.name migrations.checksum definitions.name definitions.checksum definitions.version`,
  'an adult, whose account and data are their own': `
    outside_accounts.issuer outside_accounts.subject outside_accounts.label sessions.outside_sid account_doubts.because audit_origins.address audit_origins.device calendar_feeds.language idempotency_keys.person
    identity_grants.phone_number identity_grants.e164 phone_changes.e164 staff_invitations.e164 users.e164 notice_preferences.language phone_changes.old_number phone_changes.new_number phone_changes.outcome
    push_subscriptions.endpoint push_subscriptions.p256dh push_subscriptions.auth push_subscriptions.language
    push_subscriptions.user_agent sessions.user_agent staff_invitations.teacher_name staff_invitations.phone_number
    staff_invitations.email staff_invitations.teaching teacher_replacements.links teacher_replacements.new_courses
    teacher_replacements.classes teacher_replacements.outcome user_roles.source users.phone_number users.password_hash users.user_name
    users.first_name users.middle_name users.last_name users.image_url users.address users.city users.region users.country users.email users.latin_name`,
  'keys, seals and hashes': `
    form_texts.hash audit_seals.seal audit_seals.erased fee_receipts.content_hash statement_files.content_hash statement_lines.line_key calendar_feeds.token_hash idempotency_keys.request_hash identity_grants.grant_hash
    known_devices.device_hash paper_keys.public_key paper_keys.sealed_private promotions.plan_hash proof_codes.code_hmac
    gateway_accounts.sealed gateway_events.body_hash program_keys.secret_hash webhooks.sealed webhooks.former_sealed sign_in_providers.sealed roster_sources.sealed second_factors.sealed_secret sessions.token_hash signing_keys.inner_pad signing_keys.outer_pad sms_codes.phone_hash
    sms_codes.code_hmac sms_codes.requested_from`,
  'counters: hashes, or the ids of accounts': 'rate_limits.key',
  'fixed words, ids of rows that are no students, and numbers': `
    attachments.kind audit_lines.detail audit_lines.request_id audit_origins.request_id coin_entries.kind idempotency_keys.key
    fee_intents.due_ids fee_intents.currency fee_intents.gateway_order fee_intents.by_code fee_intents.state
    gateway_events.gateway gateway_events.transaction_id gateway_events.body gateway_events.verified gateway_payments.gateway
    gateway_payments.transaction_id gateway_payments.kind gateway_payments.gateway_order gateway_payments.currency gateway_payments.state
    gateway_payments.why gateway_refunds.state told_transfers.state
    families.code families.other_code imports.made_families imports.made_grades fee_postings.kind fee_promises.due_ids fee_promises.state fee_receipts.code fee_reductions.kind
    fee_reductions.measure fee_ways.kind idempotency_keys.operation imports.kind imports.made_classes imports.made_courses imports.made_fields imports.made_invitations
    imports.made_teaching imports.problem_kinds imports.reason imports.rights imports.source imports.state imports.takes jobs.kind
    jobs.reason jobs.state outbox.event promotions.effect promotions.options promotions.reason promotions.state
    remark_bank.language remark_settings.class_by roster_uses.address roster_sources.roster_url roster_sources.token_url roster_sources.client_id role_key_proposals.permission_ids usual_sets.step usual_sets.taken webhook_deliveries.event webhook_deliveries.data webhook_deliveries.problem`,
  'courses and staff of a folder of another system': 'imports.folder',
}
