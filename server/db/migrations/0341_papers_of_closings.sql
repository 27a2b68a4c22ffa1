-- A card of results stands as long as the closing it was made from: reopening revokes it.
alter table papers add constraint papers_closing_same_school foreign key (school_id, closing_id)
  references term_closings (school_id, id);
create index papers_by_closing on papers (school_id, closing_id) where closing_id is not null;

create function revoke_papers_of_closing() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update papers set revoked_at = new.reopened_at, revoked_by = new.reopened_by, reason = 'reopened'
  where school_id = new.school_id and closing_id = new.id and revoked_at is null;
  return null;
end $$;
revoke execute on function revoke_papers_of_closing() from public;
create trigger revoke_papers after update of reopened_at on term_closings
  for each row when (old.reopened_at is null and new.reopened_at is not null) execute function revoke_papers_of_closing();
