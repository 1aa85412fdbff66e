create table instructions (
  company_id bigint not null references companies,
  id bigint generated always as identity,
  title text collate "ru-x-icu" not null check (length(title) between 1 and 200 and title !~ '[[:cntrl:]]'),
  -- HTML that was cleaned before it came here; of no tag but those that the contract lists.
  body text not null default '' check (
    length(body) <= 200000
    and body !~ '<(?!/?(p|br|h2|h3|strong|em|u|s|blockquote|ul|ol|li|hr|code|pre|a|img|video)[ >])'
  ),
  -- What the body says without its tags: it is found by that.
  words text not null default '' check (length(words) <= 200000),
  category text collate "ru-x-icu" not null default '' check (length(category) <= 100 and category !~ '[[:cntrl:]]'),
  requires_ack boolean not null default false,
  is_published boolean not null default false,
  -- When staff could read it first.
  published_at timestamptz(3),
  revision integer not null default 1 check (revision >= 1),
  position integer not null check (position >= 1),
  version integer not null default 1,
  field_versions jsonb not null default '{}'
    check (jsonb_typeof(field_versions) = 'object' and length(field_versions::text) <= 65536),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  created_by bigint not null,
  updated_by bigint not null,
  primary key (company_id, id),
  foreign key (company_id, created_by) references users,
  foreign key (company_id, updated_by) references users,
  check (not is_published or published_at is not null),
  -- Nobody has confirmed what was never published.
  check (revision = 1 or published_at is not null),
  -- Seen at the end of a transaction: those that make room change places in it.
  constraint instructions_one_of_position unique (company_id, position) deferrable initially deferred
);
create index instructions_by_creator on instructions (company_id, created_by);
create index instructions_by_changer on instructions (company_id, updated_by);
create index instructions_by_words on instructions
  using gin (search_form(title || ' ' || category || ' ' || words) gin_trgm_ops);

create table instruction_multimedia (
  company_id bigint not null,
  instruction_id bigint not null,
  multimedia_id bigint not null,
  position integer not null check (position >= 0),
  primary key (company_id, instruction_id, multimedia_id),
  unique (company_id, instruction_id, position),
  foreign key (company_id, instruction_id) references instructions,
  foreign key (company_id, multimedia_id) references multimedia
);
create index instruction_multimedia_of_multimedia on instruction_multimedia (company_id, multimedia_id);

-- For which products it is; with either of the two this goes.
create table instruction_products (
  company_id bigint not null,
  instruction_id bigint not null,
  product_id bigint not null,
  primary key (company_id, instruction_id, product_id),
  foreign key (company_id, instruction_id) references instructions on delete cascade,
  foreign key (company_id, product_id) references products on delete cascade
);
create index instruction_products_of_product on instruction_products (company_id, product_id, instruction_id);

-- Who has confirmed which revision: only added to.
create table instruction_reads (
  company_id bigint not null,
  instruction_id bigint not null,
  revision integer not null,
  user_id bigint not null,
  read_at timestamptz(3) not null,
  primary key (company_id, instruction_id, revision, user_id),
  foreign key (company_id, instruction_id) references instructions on delete cascade,
  foreign key (company_id, user_id) references users
);
create index instruction_reads_of_user on instruction_reads (company_id, user_id, instruction_id, revision);

-- What a revision said when it came: only added to.
create table instruction_revisions (
  company_id bigint not null,
  id bigint generated always as identity,
  instruction_id bigint not null,
  revision integer not null,
  title text collate "ru-x-icu" not null,
  body text not null,
  created_at timestamptz(3) not null,
  created_by bigint not null,
  primary key (company_id, id),
  unique (company_id, instruction_id, revision),
  foreign key (company_id, instruction_id) references instructions on delete cascade,
  foreign key (company_id, created_by) references users
);
create index instruction_revisions_by_creator on instruction_revisions (company_id, created_by);

-- Confirmations are of a revision that there is.
alter table instruction_reads
  add foreign key (company_id, instruction_id, revision) references instruction_revisions (company_id, instruction_id, revision)
  on delete cascade;

create function keep_revision() returns trigger language plpgsql as $$
begin
  insert into instruction_revisions (company_id, instruction_id, revision, title, body, created_at, created_by)
  values (new.company_id, new.id, new.revision, new.title, new.body, new.updated_at, new.updated_by);
  return null;
end $$;
create trigger keep_first_revision after insert on instructions
  for each row when (new.published_at is not null) execute function keep_revision();
create trigger keep_next_revision after update of revision, published_at on instructions
  for each row when (new.revision <> old.revision or (old.published_at is null and new.published_at is not null))
  execute function keep_revision();

-- A revision rises by one, and what was published once stays something that people have read.
create function guard_revision() returns trigger language plpgsql as $$
begin
  if new.revision not in (old.revision, old.revision + 1) then
    raise exception 'a revision rises by one' using errcode = 'restrict_violation';
  end if;
  if old.published_at is not null and new.published_at is distinct from old.published_at then
    raise exception 'what was published was published' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_revision before update of revision, published_at on instructions
  for each row execute function guard_revision();

-- What is confirmed asks for it, and stands as whoever confirms has read it. A confirmation goes with its instruction
-- alone.
create function guard_instruction_read() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform from instructions
      where company_id = new.company_id and id = new.instruction_id and revision = new.revision
        and is_published and requires_ack
      for share;
    if not found then
      raise exception 'there is no such revision to confirm' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    perform from instructions where company_id = old.company_id and id = old.instruction_id;
    if not found then return old; end if;
  end if;
  raise exception 'confirmations are only added to' using errcode = 'restrict_violation';
end $$;
create trigger guard_instruction_read before insert or update or delete on instruction_reads
  for each row execute function guard_instruction_read();
create function guard_instruction_revision() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and pg_trigger_depth() > 1 then return new; end if;
  if tg_op = 'DELETE' then
    perform from instructions where company_id = old.company_id and id = old.instruction_id;
    if not found then return old; end if;
  end if;
  raise exception 'revisions are only added to' using errcode = 'restrict_violation';
end $$;
create trigger guard_instruction_revision before insert or update or delete on instruction_revisions
  for each row execute function guard_instruction_revision();
create trigger keep_instruction_revisions before truncate on instruction_revisions
  for each statement execute function guard_instruction_revision();
create trigger keep_instruction_reads before truncate on instruction_reads
  for each statement execute function guard_instruction_read();
