-- A list of staff may have names alone; such an invitation waits until somebody adds a phone number or an address.
alter table staff_invitations drop constraint staff_invitations_reach_somebody;
alter table staff_invitations add constraint staff_invitations_mean_somebody
  check (phone_number is not null or email is not null or teacher_name is not null);
