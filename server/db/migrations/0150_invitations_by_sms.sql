-- A school chooses whether invited parents may be sent an SMS too, because each of them costs money.
alter table schools add column sms_invitations boolean not null default false;

-- When an invitation was last sent by SMS. What counts a school's day needs only those that were.
alter table parent_invitations add column sms_at timestamptz;
create index parent_invitations_sms on parent_invitations (school_id, sms_at) where sms_at is not null;

grant update (sms_invitations) on schools to kashkool_app;
