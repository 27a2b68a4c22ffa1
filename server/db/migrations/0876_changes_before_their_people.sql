-- The change of a number that goes on is locked before its person, as the work locks them that does what is due (0842): each waited for
-- the other where both came at one moment.

-- As before (0842), in this order.
create or replace function change_phone(person uuid, was text, number text, mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'change phone', person::text, was, number);
  perform from public.phone_changes c where c.person_id = person and c.ended_at is null for update;
  update public.users u set phone_number = number, version = u.version + 1, modified_at = public.current_moment()
  where u.id = person and u.phone_number = was;
  if not found then
    return false;
  end if;
  delete from public.account_doubts d where d.person_id = person;
  update public.phone_changes c set ended_at = public.current_moment(), outcome = 'cancelled', version = c.version + 1
  where c.person_id = person and c.ended_at is null;
  perform public.ask_next_of_number(was);
  perform public.ask_invited_parents(number);
  return true;
end $$;

-- Locks the change that goes on of the account of a number, before the account.
create function lock_phone_change_of(number text, mac bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_signed(mac, 'lock phone change of', number);
  perform from public.phone_changes c join public.users u on u.id = c.person_id and u.phone_number = number
  where c.ended_at is null for update of c;
end $$;
